import { documentsInWorkers, type Documents, type StartRunner } from '#service/documents.ts';

export { DocumentTooLarge } from '#service/documents.ts';
export type MakeDocument = Documents['make'];

/** The time limit for one document. The person can cancel earlier. */
const longestMs = 120_000;

/**
 * Makes documents from the local store with the code of the service, so that a report is the same
 * for every connection and needs no network. Makes one at a time. The process starts with the first
 * document and ends when none was made for a while.
 */
export const createDocumentMaker = (start: StartRunner): Documents =>
  documentsInWorkers({ start, makers: 1, longestMs });
