import { z } from 'zod';

/**
 * The beginning of the keys under which the `data` of an element stores its dismissed suggestions.
 * Each threat has its own key, because canvases are merged by key. So two people can dismiss different
 * threats without a conflict.
 */
const prefix = 'dismissed:';

export const dismissedKey = (threat: string): string => `${prefix}${threat}`;

const none: ReadonlySet<string> = new Set();

/** Returns the IDs of the threats that were dismissed for an element. */
export const dismissedIn = (data: Readonly<Record<string, unknown>>): ReadonlySet<string> => {
  const found = Object.keys(data).filter((key) => key.startsWith(prefix) && isSet(data[key]));
  return found.length === 0 ? none : new Set(found.map((key) => key.slice(prefix.length)));
};

const isSet = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The reason and the time of a dismissal. */
const dismissalSchema = z.object({ reason: z.string().catch(''), at: z.string().catch('') });
export type Dismissal = z.infer<typeof dismissalSchema>;

/**
 * Returns the dismissals of an element, each with its threat. Other programs may write anything under
 * these keys, so an invalid reason or time becomes empty.
 */
export const dismissalsIn = (
  data: Readonly<Record<string, unknown>>,
): { threat: string; dismissal: Dismissal }[] =>
  Object.entries(data).flatMap(([key, value]) =>
    key.startsWith(prefix) && isSet(value)
      ? [{ threat: key.slice(prefix.length), dismissal: dismissalSchema.parse(value) }]
      : [],
  );
