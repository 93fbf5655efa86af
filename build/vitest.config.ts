import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { root } from './root.ts';
import { seed } from './seed.ts';

const service = 'service/**/*.test.ts';

export default defineConfig({
  root,
  cacheDir: '.cache/vitest',
  test: {
    environment: 'node',
    restoreMocks: true,
    env: {
      PARAPET_SEED: String(seed),
      // Keeps compiled code on the disk, because tests start processes from the same TypeScript files
      // again and again.
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    },
    setupFiles: [
      join(root, 'build/seeded-tests.ts'),
      join(root, 'service/testing/cheap-secrets.ts'),
    ],
    // These timeouts end tests that hang. A busy machine may make any test twenty times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // By default vitest leaves one core unused.
    maxWorkers: availableParallelism(),
    // Modules are not loaded again for each test file. That would take a quarter of the time, and no
    // test changes a module.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{shared,cli,electron,renderer,build}/**/*.test.ts?(x)'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service on SQLite',
          include: [service],
          exclude: ['**/*.postgres.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service on PostgreSQL',
          include: [service],
          exclude: ['**/*sqlite.test.ts'],
          globalSetup: join(root, 'service/testing/postgres-setup.ts'),
        },
      },
    ],
  },
});
