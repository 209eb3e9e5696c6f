import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** The one line that says how the whole run went; build servers read it. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** A report's object, or undefined when the runner crashed before it wrote one. */
function readReport(file: string): Record<string, unknown> | undefined {
  if (!existsSync(file)) return undefined;
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof report !== 'object' || report === null) throw new Error(`${file} holds no report`);
  return report as Record<string, unknown>;
}

/** A field that must be a count: a report that changed its shape must not read as “0 failed”. */
function count(report: Record<string, unknown>, field: string, file: string): number {
  const value = report[field];
  if (typeof value !== 'number') throw new Error(`${file}: expected ${field} to be a number, got ${String(value)}`);
  return value;
}

/** Reads Vitest's JSON report. A test file that could not be loaded has no failed test, but is a failure. */
export function vitestCounts(file: string): Counts {
  const report = readReport(file);
  if (!report) return NONE;
  const failedTests = count(report, 'numFailedTests', file);
  const results = Array.isArray(report.testResults) ? (report.testResults as Record<string, unknown>[]) : [];
  const brokenFiles = results.filter(
    (result) =>
      result.status === 'failed' && Array.isArray(result.assertionResults) && result.assertionResults.length === 0,
  ).length;
  return {
    passed: count(report, 'numPassedTests', file),
    failed: failedTests + brokenFiles,
    skipped: count(report, 'numPendingTests', file) + count(report, 'numTodoTests', file),
  };
}

/** Reads Playwright's JSON report. A test that passed only on a second try is not counted as passed. */
export function playwrightCounts(file: string): Counts {
  const report = readReport(file);
  if (!report) return NONE;
  const stats = report.stats as Record<string, unknown>;
  const errors = Array.isArray(report.errors) ? report.errors.length : 0;
  return {
    passed: count(stats, 'expected', file),
    failed: count(stats, 'unexpected', file) + count(stats, 'flaky', file) + errors,
    skipped: count(stats, 'skipped', file),
  };
}
