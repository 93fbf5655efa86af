import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { ReportContent } from './report-content.ts';

/** So many documents are asked for that another would wait for minutes. */
export class DocumentsBusy extends Error {
  override readonly name = 'DocumentsBusy';
}

/** What can be made of a threat model to be handed on. Fails with an `Error`. */
export type Documents = {
  /** A PDF. */
  report: (content: ReportContent) => Promise<Uint8Array>;
  /** A PNG. */
  image: (document: CanvasDocument) => Promise<Uint8Array>;
  /** What is being made fails, and so does what is asked for afterwards. */
  close: () => Promise<void>;
};

/**
 * Made in this thread, which answers nothing else in the meantime: for the service of the desktop
 * app, a process of its own with one person using it. The libraries are loaded on first use, so a
 * service that makes no documents does not pay for them.
 */
export const documentsHere = (): Documents => {
  let isClosed = false;
  const whileOpen = async (make: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    if (isClosed) throw new Error('The service is being closed');
    return await make();
  };
  return {
    report: (content) =>
      whileOpen(async () => {
        const { makeReport } = await import('./report.ts');
        return await makeReport(content);
      }),
    image: (document) =>
      whileOpen(async () => {
        const { makeImage } = await import('./image.ts');
        return await makeImage(document);
      }),
    close: async () => {
      isClosed = true;
    },
  };
};
