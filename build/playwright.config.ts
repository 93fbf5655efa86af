import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/**
 * True if the windows are on a virtual display. On a person's display, only one worker runs, because the
 * windows of several workers would cover each other.
 */
const displaysAreVirtual = process.env.PARAPET_VIRTUAL_DISPLAY !== undefined;
const MOST_WORKERS = 4;

export default defineConfig({
  testDir: '../e2e',
  outputDir: '../test-results',
  // There is at most one worker for each core, because each worker drives its own Electron, which keeps
  // a core busy.
  workers: displaysAreVirtual ? Math.min(availableParallelism(), MOST_WORKERS) : 1,
  fullyParallel: true,
  // Tests are not retried, because a test that passes only the second time hides a defect.
  retries: 0,
  forbidOnly: true,
  // The timeouts end tests that hang. They are generous, because a busy machine may make any step
  // several times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
