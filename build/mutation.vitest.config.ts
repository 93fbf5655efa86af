import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Used by mutation.ts. Runs only the tests of the folder whose code is mutated.
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    env: { PARAPET_SEED: '1' },
    restoreMocks: true,
    testTimeout: 60_000,
    isolate: false,
    include: [`${process.env['MUTATED_FOLDER']}/**/*.test.ts`],
  },
});
