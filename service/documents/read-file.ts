import type { OtmReading } from '#shared/otm/content.ts';
import { DocumentTooLarge, type Asked, type Documents } from './documents.ts';

/** Reads an OTM file. A file that takes too long is rejected as unreadable. */
export const readFile = async (
  documents: Documents,
  bytes: Uint8Array,
  asked: Asked,
): Promise<OtmReading> => {
  try {
    return await documents.make('reading', bytes, asked);
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error;
    const reason = `The file cannot be read: ${error.message}.`;
    return { ok: false, refusal: { place: '$', reason } };
  }
};
