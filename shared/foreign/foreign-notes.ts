import type { OtmNote } from '../otm/content.ts';

/** Notes collected while reading a file of another tool: the repairs, and the missing parts. */
export type ForeignNotes = { repairs: OtmNote[]; leftOut: OtmNote[] };

export const nothingNoted = (): ForeignNotes => ({ repairs: [], leftOut: [] });
