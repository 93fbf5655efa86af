import type { OtmNote } from './content.ts';

/** Notes collected while reading. They become the report. */
export type Notes = { repairs: OtmNote[]; keptAside: OtmNote[] };

export const noNotes = (): Notes => ({ repairs: [], keptAside: [] });

/** Shortens IDs and values of a file for a message, because some are megabytes long. */
export const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`;
};
