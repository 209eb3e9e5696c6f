export type { Clock } from '../clock.ts';
export { createTestClock, type TestClock } from './test-clock.ts';
