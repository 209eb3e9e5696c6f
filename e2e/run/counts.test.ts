import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { add, closingLine, NONE, playwrightCounts, vitestCounts } from './counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'tasklens-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('counts of a whole run', () => {
  it('sums the runners into one closing line', () => {
    const unit = vitestCounts(
      report('unit.json', {
        numPassedTests: 40,
        numFailedTests: 0,
        numPendingTests: 1,
        numTodoTests: 1,
        testResults: [],
      }),
    );
    const endToEnd = playwrightCounts(
      report('e2e.json', { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 }, errors: [] }),
    );
    expect(closingLine(add(unit, endToEnd))).toBe('47 passed, 2 failed, 2 skipped');
  });

  it('counts a test file that could not be loaded, and an error outside of a test, as failures', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    const unit = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults };
    expect(vitestCounts(report('broken.json', unit)).failed).toBe(1);
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts(report('setup.json', { stats, errors: [{}] })).failed).toBe(1);
  });

  it('counts nothing for a report that was never written, and refuses one of another shape', () => {
    expect(vitestCounts(join(folder, 'none.json'))).toEqual(NONE);
    expect(() => vitestCounts(report('other.json', { passed: 3 }))).toThrow('expected numFailedTests to be a number');
  });
});
