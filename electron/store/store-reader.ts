import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createReadSnapshots } from './read-snapshots.ts';
import { openReadings } from './readings.ts';

/**
 * The entry point of a thread that reads a store. The queries run in a thread, because sorting 100,000
 * threats takes longer than a frame. The thread has its own connection to the database and sees
 * everything that the main process committed before a request.
 */
const { path } = z.object({ path: z.string() }).parse(workerData);
const readings = { ...openReadings(path), ...createReadSnapshots(path) };

/**
 * A request of the main process. Its input is not validated, because the main process sends only what
 * the types allow.
 */
const request = z.object({
  id: z.number(),
  what: z.enum([
    'list',
    'rows',
    'values',
    'summary',
    'find',
    'titled',
    'modelCounts',
    'componentBadges',
    'importBase',
    'version',
    'versionRecords',
    'versionSize',
    'reviewState',
    'packVersion',
    'openSnapshot',
    'packFromSnapshot',
  ]),
  input: z.unknown(),
});

parentPort?.on('message', (message: unknown) => {
  const { id, what, input } = request.parse(message);
  try {
    // The main process sends the input that the function `what` expects.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const read = readings[what] as (given: unknown) => unknown;
    parentPort?.postMessage({ id, value: read(input) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
