import type { OtmNote } from '../otm/content.ts';

/** Notes collected while reading a file of another tool: what was repaired, and what is missing. */
export type ForeignNotes = { repairs: OtmNote[]; leftOut: OtmNote[] };

export const nothingNoted = (): ForeignNotes => ({ repairs: [], leftOut: [] });
