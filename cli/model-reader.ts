import { parentPort, workerData } from 'node:worker_threads';
import { isFields } from '#shared/otm/fields.ts';
import { readJob } from './read-job.ts';

/** This module runs in a thread that reads a single file, posts the result, and ends. */
const job: unknown = workerData;
if (isFields(job) && job['bytes'] instanceof Uint8Array && typeof job['name'] === 'string') {
  const { bytes, name, laysOut, from } = job;
  const isNamed = typeof from === 'string';
  parentPort?.postMessage(
    await readJob({ bytes, name, laysOut: laysOut === true, ...(isNamed && { from }) }),
  );
}
