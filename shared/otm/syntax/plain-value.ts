import { t } from '../../locales/texts.ts';
import type { OtmNote } from '../content.ts';
import { isFields } from '../fields.ts';
import { refused, type Parsed } from './parsed.ts';

/**
 * Converts to a valid JSON value. Numbers outside of JSON (`1e999`, `.nan`, `-0`) become text or
 * zero. Deeper nesting than allowed is rejected, which also ends cycles.
 */
export const plainValue = (parsed: Parsed, nesting: number): Parsed => {
  if (!parsed.ok) return parsed;
  const notes: OtmNote[] = [];
  const tooDeep = { place: '' };

  const plain = (value: unknown, place: string, depth: number): unknown => {
    if (depth > nesting) tooDeep.place ||= place;
    if (tooDeep.place) return null;
    if (typeof value === 'number') return finite(value, place);
    if (Array.isArray(value)) {
      return value.map((item, at) => plain(item, `${place}[${at}]`, depth + 1));
    }
    if (!isFields(value)) return value ?? null;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, plain(item, `${place}.${key}`, depth + 1)]),
    );
  };
  const finite = (value: number, place: string): unknown => {
    if (Object.is(value, -0)) return 0;
    if (Number.isFinite(value)) return value;
    notes.push({ place, message: t('imports:not-a-number', { value: String(value) }) });
    return String(value);
  };

  const value = plain(parsed.value, '$', 0);
  if (tooDeep.place) {
    return refused(tooDeep.place.slice(0, 200), t('imports:refused.nesting', { limit: nesting }));
  }
  return { ok: true, value, notes: [...parsed.notes, ...notes] };
};
