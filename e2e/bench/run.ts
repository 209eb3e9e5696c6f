import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bridgeSuites } from '../../bridge/bench/index.ts';
import { runtimeSuites } from '../../runtime/bench/index.ts';
import type { Suite } from '../../runtime/bench/row.ts';
import { main, mustRun } from '../run/commands.ts';
import { pageCost } from './page-cost.ts';
import { panelRate } from './panel-rate.ts';
import { panelSlots } from './panel-slots.ts';
import { judge, type Outcome, table } from './table.ts';

const SUITES: readonly Suite[] = [...runtimeSuites, ...bridgeSuites, pageCost, panelRate, panelSlots];
const GROUPS = ['runtime', 'bridge', 'panel'] as const;

/** `npm run bench [-- --only runtime|bridge|panel] [--json FILE]`: one table, ours and the peers side by side. */
main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
  const { only, json } = values;
  if (only !== undefined && !GROUPS.some((group) => group === only)) {
    throw new Error(`Expected --only to be one of ${GROUPS.join(', ')}, got ${JSON.stringify(only)}`);
  }
  await mustRun('build');
  const outcomes: Outcome[] = [];
  for (const suite of SUITES) {
    if (only !== undefined && suite.group !== only) continue;
    console.log(`measuring ${suite.id} …`);
    outcomes.push(...(await suite.measure()).map(judge));
  }
  console.log(`\n${table(outcomes)}\n`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(outcomes, null, 2)}\n`);
  return 0;
});
