import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ModelContent, OtmReading, ReadModel } from '#shared/otm/content.ts';
import { limits } from '#shared/otm/limits.ts';
import { codeOf, ContentProblem, FileProblem } from './command.ts';
import type { ReadJob } from './read-job.ts';

/**
 * The minimum size of a file that is read in a thread, in bytes. Starting a thread takes longer than
 * reading a smaller file. The limits of the parsers ensure that reading a smaller file takes less than a
 * second.
 */
const minThreadBytes = 1024 * 1024;

/**
 * The limits for reading a file in a thread, the same as in the app: the time in milliseconds, and the
 * memory in MB. A file of 50 MiB needs less than a quarter of each.
 */
const longestMs = 60_000;
const maxMegabytes = 1024;

/** Reads the models of a file. Throws a `FileProblem` if the file cannot be read. */
export const readModels = async (
  folder: string,
  file: string,
  wanted: Wanted = {},
): Promise<ModelContent[]> =>
  (await readReported(folder, file, wanted)).map(({ content }) => content);

/** Returns the modification time of a file in ISO 8601. */
export const changeTimeOf = async (folder: string, file: string): Promise<string> =>
  (await stat(resolve(folder, file))).mtime.toISOString();

type Wanted = { laysOut?: boolean; from?: string };

/**
 * Reads the models of a file. Unlike `readModels`, returns each model with its report. If `laysOut` is
 * true, elements without a position are laid out. If `from` is given, files of any other format are
 * refused.
 */
export const readReported = async (
  folder: string,
  file: string,
  { laysOut = false, ...wanted }: Wanted = {},
): Promise<ReadModel[]> => {
  const bytes = await bytesOf(resolve(folder, file), file);
  const job = { bytes, name: basename(file), laysOut, ...wanted };
  const reading =
    bytes.length < minThreadBytes ? await readDirectly(job) : await readInThread(job, file);
  if (!reading.ok) {
    const { place, reason } = reading.refusal;
    throw new ContentProblem(`${file}: ${reason} (${place})`);
  }
  return reading.models;
};

const bytesOf = async (path: string, file: string): Promise<Uint8Array> => {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new FileProblem(`${file} is not a file`);
    if (found.size > limits.bytes) {
      throw new FileProblem(`${file} is larger than ${Math.round(limits.bytes / 1024 / 1024)} MiB`);
    }
    return await readFile(path);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(`${file} cannot be read (${codeOf(error)})`);
  }
};

const readDirectly = async (job: ReadJob): Promise<OtmReading> =>
  await (await import('./read-job.ts')).readJob(job);

/**
 * Reads a file in a thread with limits on time and memory, because a malicious file could take very long
 * or need all of the memory.
 */
const readInThread = async (job: ReadJob, file: string): Promise<OtmReading> => {
  const { promise, resolve: finish, reject } = Promise.withResolvers<OtmReading>();
  const worker = new Worker(new URL('model-reader.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  const refuse = (reason: string): void => reject(new ContentProblem(`${file}: ${reason}`));
  const timer = setTimeout(() => refuse('it takes too long to read'), longestMs);
  worker.once('message', finish);
  worker.once('error', (error) => {
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') refuse('it needs too much memory');
    else reject(error);
  });
  worker.once('exit', () => refuse('it cannot be read'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
};
