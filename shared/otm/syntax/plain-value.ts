import { t } from '../../locales/texts.ts';
import type { OtmNote } from '../content.ts';
import { isFields } from '../fields.ts';
import { refused, type Parsed } from './parsed.ts';

/**
 * Converts a parsed value to a valid JSON value. Numbers that JSON does not have (`1e999`, `.nan`, `-0`)
 * become text or zero. Values that are nested too deeply are rejected, which also ends cycles.
 */
export const plainValue = (parsed: Parsed, nesting: number): Parsed => {
  // Nearly every JSON file needs no conversion, and checking takes much less time than copying.
  if (!parsed.ok || (parsed.isTree && isPlain(parsed.value, nesting))) return parsed;
  const notes: OtmNote[] = [];
  const tooDeep = { path: '' };

  const plain = (value: unknown, path: string, depth: number): unknown => {
    if (depth > nesting) tooDeep.path ||= path;
    if (tooDeep.path) return null;
    if (typeof value === 'number') return finite(value, path);
    if (Array.isArray(value)) {
      return value.map((item, at) => plain(item, `${path}[${at}]`, depth + 1));
    }
    if (!isFields(value)) return value ?? null;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, plain(item, `${path}.${key}`, depth + 1)]),
    );
  };
  const finite = (value: number, path: string): unknown => {
    if (Object.is(value, -0)) return 0;
    if (Number.isFinite(value)) return value;
    notes.push({ place: path, message: t('imports:not-a-number', { value: String(value) }) });
    return String(value);
  };

  const value = plain(parsed.value, '$', 0);
  if (tooDeep.path) {
    return refused(tooDeep.path.slice(0, 200), t('imports:refused.nesting', { limit: nesting }));
  }
  return { ok: true, value, notes: [...parsed.notes, ...notes] };
};

/**
 * Tells if `plainValue` would only copy a value. `nesting` is the number of levels that may still
 * follow.
 */
const isPlain = (value: unknown, nesting: number): boolean => {
  if (nesting < 0) return false;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((item) => isPlain(item, nesting - 1));
};
