import type { OtmNote, OtmRefusal } from '../content.ts';

/** `isTree`: no object is contained twice, as an alias of YAML would be, and each one is plain. */
export type Parsed =
  | { ok: true; value: unknown; notes: OtmNote[]; isTree?: true }
  | { ok: false; refusal: OtmRefusal };

export const refused = (location: string, reason: string): { ok: false; refusal: OtmRefusal } => ({
  ok: false,
  refusal: { place: location, reason },
});
