import { parentPort } from 'node:worker_threads';
import type { DocumentJob, DocumentResult } from './document-runner.ts';
import { makeDocument } from './make-document.ts';

/**
 * Does a job and sends the result to the service. This file is the entry point of the threads in which
 * the service makes documents.
 */
const answer = async ({ kind, of, language }: DocumentJob): Promise<void> => {
  try {
    if (language !== undefined) await (await import('#shared/locales/texts.ts')).speak(language);
    const made = await makeDocument(kind, of);
    if (!(made instanceof Uint8Array)) return send({ ok: true, made });
    // Copies the bytes, because the libraries may return a view of memory that they reuse.
    const bytes = Uint8Array.from(made);
    send({ ok: true, made: bytes }, [bytes.buffer]);
  } catch (error) {
    send({ ok: false, reason: error instanceof Error ? error.message : String(error) });
    // After an error inside a WebAssembly module, the module cannot be used again, so this thread ends.
    // The next job gets a new thread.
    if (error instanceof Error && error.name === 'RuntimeError') process.exit(1);
  }
};

const send = (result: DocumentResult, moved: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(result, moved);

parentPort?.on('message', (job: DocumentJob) => void answer(job));
