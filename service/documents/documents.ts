import { makeDocument } from './make-document.ts';
import type { Work, WorkKind } from './work.ts';

/** Thrown when a user already waits for so many documents that another one would take minutes. */
export class DocumentsBusy extends Error {
  override readonly name = 'DocumentsBusy';
}

/** Thrown when a document exceeds the time or memory limit. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
}

/** Thrown when nobody waits for the document anymore. */
export class DocumentAbandoned extends Error {
  override readonly name = 'DocumentAbandoned';
}

/**
 * The user who requested a document. `signal` aborts when the user stops waiting. `language` is the BCP
 * 47 tag of the document's texts, which are in English without it.
 */
export type Asked = { userId: string; signal: AbortSignal; language?: string };

/** Makes documents, and reads imported files. */
export type Documents = {
  /**
   * @throws DocumentsBusy, DocumentTooLarge, DocumentAbandoned, or another `Error` when the
   * document cannot be made.
   */
  make: <Kind extends WorkKind>(
    kind: Kind,
    of: Work[Kind]['of'],
    asked: Asked,
  ) => Promise<Work[Kind]['made']>;
  /** Stops all work. Later requests fail. */
  close: () => Promise<void>;
};

/**
 * Makes documents in this thread, which is blocked meanwhile. This is for tests. `serve` and the desktop
 * app use `documentsInWorkers`.
 */
export const documentsInThread = (): Documents => {
  let isClosed = false;
  return {
    make: async (kind, of) => {
      if (isClosed) throw new Error('The service is being closed');
      return await makeDocument(kind, of);
    },
    close: async () => {
      isClosed = true;
    },
  };
};
