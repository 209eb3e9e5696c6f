import { defineConfig } from 'vitest/config';

// For `npm run test:packed`: the package as npm would publish it, in a project that knows nothing of this one.
// Apart from the unit tests, for it needs the built library.
export default defineConfig({
  test: {
    include: ['e2e/packed/**/*.test.ts'],
    environment: 'node',
    allowOnly: false,
    testTimeout: 60_000,
  },
});
