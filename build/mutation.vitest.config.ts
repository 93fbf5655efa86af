import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Used by mutation.ts. Runs only the tests of one folder.
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    env: { PARAPET_SEED: '1' },
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    include: [`${process.env['TESTED_FOLDER']}/**/*.test.ts`],
    // These tests need a database server, or run for too long to be repeated after each change.
    exclude: ['**/*.postgres.test.ts', '**/{simulation,soak}/**', '**/crash.test.ts'],
  },
});
