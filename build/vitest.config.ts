import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  cacheDir: '.cache/vitest',
  test: {
    include: ['{shared,service,electron,renderer,build}/**/*.test.ts?(x)'],
    environment: 'node',
    restoreMocks: true,
  },
});
