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
      // Compiled code is cached on the disk, because tests start processes from the same TypeScript
      // files again and again.
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    },
    setupFiles: [
      join(root, 'build/seeded-tests.ts'),
      join(root, 'service/testing/cheap-secrets.ts'),
    ],
    // These timeouts end tests that hang. They are long, because a busy machine may make any test twenty
    // times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Tests use all cores, because the default would leave one core unused.
    maxWorkers: availableParallelism(),
    // Test files share the loaded modules, because loading them again for each file would take a quarter
    // of the run time. Sharing is safe, because no test changes a module.
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
