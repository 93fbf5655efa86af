import type { OtmNote, OtmRefusal } from '../content.ts';

/**
 * The result of parsing. `isTree` is true if every object is plain and occurs only once. (In YAML, an
 * object occurs several times if it has aliases.)
 */
export type Parsed =
  | { ok: true; value: unknown; notes: OtmNote[]; isTree?: true }
  | { ok: false; refusal: OtmRefusal };

export const refused = (location: string, reason: string): { ok: false; refusal: OtmRefusal } => ({
  ok: false,
  refusal: { place: location, reason },
});
