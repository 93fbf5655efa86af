import { parentPort } from 'node:worker_threads';
import type { DocumentJob, DocumentResult } from './document-job.ts';
import { documentsHere } from './documents.ts';

/** The entry of the thread in which the team service makes documents. */
const documents = documentsHere();

const make = (job: DocumentJob): Promise<Uint8Array> =>
  job.kind === 'report' ? documents.report(job.content) : documents.image(job.document);

const answer = async (job: DocumentJob): Promise<void> => {
  try {
    // A copy of its own, for what the libraries return may lie in a memory that they go on using.
    const bytes = Uint8Array.from(await make(job));
    send({ ok: true, bytes }, [bytes.buffer]);
  } catch (error) {
    send({ ok: false, reason: error instanceof Error ? error.message : String(error) });
  }
};

const send = (result: DocumentResult, moved: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(result, moved);

parentPort?.on('message', (job: DocumentJob) => void answer(job));
