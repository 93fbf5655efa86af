import type { OtmNote, OtmRefusal } from '../content.ts';

export type Parsed =
  | { ok: true; value: unknown; notes: OtmNote[] }
  | { ok: false; refusal: OtmRefusal };

export const refused = (location: string, reason: string): { ok: false; refusal: OtmRefusal } => ({
  ok: false,
  refusal: { place: location, reason },
});
