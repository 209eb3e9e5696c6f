import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

// For `npm run mutate`: the runtime's tests, without those that start processes or bundlers of their own; they would take the mutant's time and
// see the unmutated source.
export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ['runtime/**/*.test.ts'],
      exclude: ['runtime/{leak,production,guide,types}.test.ts', 'runtime/schedule.differential.test.ts'],
    },
  }),
);
