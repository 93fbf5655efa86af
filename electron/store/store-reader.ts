import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createReadSnapshots } from './read-snapshots.ts';
import { openReadings } from './readings.ts';

/**
 * A thread that reads a store beside the main process, over a connection of its own: sorting
 * 100,000 threats takes longer than a frame. It sees everything that was committed before the
 * request.
 */
const { path } = z.object({ path: z.string() }).parse(workerData);
const readings = { ...openReadings(path), ...createReadSnapshots(path) };

/** Inputs are not validated: the main process sends only what its types allow. */
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const read = readings[what] as (given: unknown) => unknown;
    parentPort?.postMessage({ id, value: read(input) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
