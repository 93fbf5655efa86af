import { priorities, type Priority, type ThreatStatus } from '#shared/api/enumerations.ts';
import { language, t } from '#shared/locales/texts.ts';

/** The colors of a tag. The names are those of `tones` in report.typ. */
type Tone = 'green' | 'yellow' | 'orange' | 'red' | 'grey' | 'indigo';
export type Tag = { word: string; tone: Tone };

const priorityTones: Record<Priority, Tone> = {
  low: 'green',
  medium: 'yellow',
  high: 'orange',
  critical: 'red',
};

const threatTones: Record<ThreatStatus, Tone> = {
  open: 'indigo',
  mitigated: 'green',
  accepted: 'grey',
  transferred: 'grey',
  not_applicable: 'grey',
};

const mitigationTones = { done: 'green', will: 'yellow', never: 'grey', none: 'grey' } as const;

const isKey = <Key extends string>(keys: Record<Key, unknown>, text: string): text is Key =>
  Object.hasOwn(keys, text);

/**
 * Returns a gray tag with the value itself, for a value that this program does not know, such as a
 * status of another service.
 */
const unknown = (word: string): Tag => ({ word, tone: 'grey' });

export const priorityTag = (priority: string): Tag =>
  isKey(priorityTones, priority)
    ? { word: t(`threats:priority.${priority}`), tone: priorityTones[priority] }
    : unknown(priority);

export const threatTag = (status: string): Tag =>
  isKey(threatTones, status)
    ? {
        word: t(`threats:status.${status === 'not_applicable' ? 'notApplicable' : status}`),
        tone: threatTones[status],
      }
    : unknown(status);

export const mitigationTag = (status: string | null): Tag => {
  const key = status ?? 'none';
  return isKey(mitigationTones, key)
    ? { word: t(`mitigations:status.${key}`), tone: mitigationTones[key] }
    : unknown(key);
};

/** Returns the rank of a priority. Unknown priorities rank below all known ones. */
export const rankOf = (priority: string): number =>
  priorities.findIndex((each) => each === priority);

/** Formats a date in UTC, for example as "March 3, 2026" in English. */
export const dateText = (iso: string): string => {
  const date = new Date(iso);
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleDateString(language(), format);
};
