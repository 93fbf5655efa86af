/** The parts that the desktop app and the command line need to make documents. */
export type { Documents } from './documents/documents.ts';
export { DocumentTooLarge } from './documents/documents.ts';
export { documentsInWorkers } from './documents/documents-in-workers.ts';
export {
  OutOfMemory,
  outOfMemoryCode,
  type DocumentJob,
  type DocumentResult,
  type StartRunner,
} from './documents/document-runner.ts';
export { makeDocument } from './documents/make-document.ts';
export { runInThread } from './documents/run-in-thread.ts';
