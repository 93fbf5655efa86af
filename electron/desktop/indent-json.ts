import { UnreadableAnswer } from '../connection/answer-failures.ts';
import { failure } from './failure.ts';
import { readInThread } from './read-in-thread.ts';
import { jsonIndented } from './reader-job.ts';

type Json = { text: string; endpoint: string };

/**
 * Returns the JSON of a service with indentation, in UTF-8. A thread does the work, because it takes 0.4
 * s for 20,000 elements. Throws an `UnreadableAnswer` if the text is not JSON.
 */
export const indentJson = async (
  readerEntry: string,
  { text, endpoint }: Json,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const job = { wanted: 'indentation', json: text } as const;
  const read = jsonIndented.parse(await readInThread(readerEntry, job, signal));
  if (!read.ok) throw failure('FILE_NOT_MADE', read.reason);
  if (read.bytes === null) throw new UnreadableAnswer(endpoint, null, 'isn’t valid JSON');
  return read.bytes;
};
