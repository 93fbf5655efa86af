import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Each worker opens windows, which cover each other on the display of a person. */
const displaysAreVirtual = process.env.PARAPET_VIRTUAL_DISPLAY !== undefined;
const MOST_WORKERS = 4;

export default defineConfig({
  testDir: '../e2e',
  outputDir: '../test-results',
  // Each worker drives an Electron of its own, which keeps a core busy.
  workers: displaysAreVirtual ? Math.min(availableParallelism(), MOST_WORKERS) : 1,
  fullyParallel: true,
  // A test that passes the second time hides something.
  retries: 0,
  forbidOnly: true,
  // Both end what hangs. A busy machine may make any step several times slower.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
