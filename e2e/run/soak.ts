import { main, runScript } from './commands.ts';

/** A hundred times of what `npm test` has: a million events, and as many malformed messages as that makes at every receiving end. */
main(async () => {
  const files = ['extension/port/soak.test.ts', 'extension/port/fuzz.test.ts'];
  const { code } = await runScript('test:unit', files, { TASKLENS_SOAK: '100' });
  return code;
});
