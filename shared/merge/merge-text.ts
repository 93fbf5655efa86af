import { diff3Merge } from 'node-diff3';

/**
 * The largest number of pairs of equal lines with which two texts are compared. This number bounds the
 * steps of a comparison. Two texts of a thousand empty lines have a million pairs, and two equal texts
 * of a thousand different lines have a thousand. At this limit, a comparison takes a tenth of a second,
 * so it does not block the app.
 */
const maxEqualPairs = 250_000;
const maxLines = 4000;

/**
 * Merges three texts line by line. Returns `null` if both sides changed the same or adjacent lines
 * differently, or if the texts are too long to be compared.
 */
export const mergeText = (base: string, mine: string, theirs: string): string | null => {
  const [a, o, b] = [mine.split('\n'), base.split('\n'), theirs.split('\n')];
  if (!canCompare(o, a) || !canCompare(o, b)) return null;
  const lines: string[] = [];
  for (const { ok } of diff3Merge(a, o, b)) {
    if (!ok) return null;
    for (const line of ok) lines.push(line);
  }
  return lines.join('\n');
};

/** Tells if two lists of lines can be compared in a tenth of a second. */
export const canCompare = (one: readonly string[], other: readonly string[]): boolean => {
  if (Math.max(one.length, other.length) > maxLines) return false;
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const line of other) pairs += counts.get(line) ?? 0;
  return pairs <= maxEqualPairs;
};
