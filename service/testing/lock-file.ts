import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const program = `
const { DatabaseSync } = require('node:sqlite');
const { parentPort, workerData } = require('node:worker_threads');
const database = new DatabaseSync(workerData.path);
database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
parentPort.postMessage('locked');
setTimeout(() => database.close(), workerData.duration);
`;

/**
 * Locks an SQLite file in another thread, so that nobody can read it. Resolves when the file is locked.
 *
 * @param duration How long the file stays locked, in milliseconds.
 */
export const lockFor = async (path: string, duration: number): Promise<void> => {
  await once(new Worker(program, { eval: true, workerData: { path, duration } }), 'message');
};
