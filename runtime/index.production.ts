// The `.` entry under the export condition `production`: the same names, and a page that exposes nothing unless it says so.
export * from './index.ts';
export { createRuntime } from './runtime-production.ts';
