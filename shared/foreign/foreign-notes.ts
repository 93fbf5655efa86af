import type { OtmNote } from '../otm/content.ts';

/** Notes for the report of the import: what was repaired and what was left out. */
export type ForeignNotes = { repairs: OtmNote[]; leftOut: OtmNote[] };

export const nothingNoted = (): ForeignNotes => ({ repairs: [], leftOut: [] });
