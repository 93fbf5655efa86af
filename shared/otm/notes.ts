import type { OtmNote } from './content.ts';

/** What a reading gathers on its way; becomes the report. */
export type Notes = { repairs: OtmNote[]; keptAside: OtmNote[] };

export const noNotes = (): Notes => ({ repairs: [], keptAside: [] });

/** Ids and values of a file in a message: files bring some that are megabytes long. */
export const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`;
};
