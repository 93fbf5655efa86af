import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '../e2e',
  outputDir: '../test-results',
  // Each worker drives an Electron of its own, which keeps a core busy.
  workers: 1,
  // A test that passes the second time hides something.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
