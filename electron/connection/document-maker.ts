import { documentsInWorkers, type Documents, type StartRunner } from '#service/documents.ts';

export { DocumentTooLarge } from '#service/documents.ts';
export type MakeDocument = Documents['make'];

/** The time limit for one document, in ms. The person can cancel earlier. */
const longestMs = 120_000;

/**
 * Makes documents from the local store with the code of the service. So a report is the same for every
 * connection and needs no network. One document is made at a time. The process starts with the first
 * document and ends after some time without a document.
 */
export const createDocumentMaker = (start: StartRunner): Documents =>
  documentsInWorkers({ start, makers: 1, longestMs });
