import { diff3Merge } from 'node-diff3';

/**
 * How often a line of one text may be equal to a line of the other. Comparing takes more than that
 * many steps, most of them where all lines are alike: at this number a tenth of a second. A text of
 * a thousand line breaks must not stop the app; one of a thousand different lines has a thousand.
 */
const mostEqualPairs = 250_000;
const mostLines = 4000;

/** Three texts merged by line; `null` where both sides changed the same lines, or lines that touch. */
export const mergeText = (base: string, mine: string, theirs: string): string | null => {
  const [a, o, b] = [mine.split('\n'), base.split('\n'), theirs.split('\n')];
  if (isTooMuch(o, a) || isTooMuch(o, b)) return null;
  const lines: string[] = [];
  for (const { ok } of diff3Merge(a, o, b)) {
    if (!ok) return null;
    for (const line of ok) lines.push(line);
  }
  return lines.join('\n');
};

const isTooMuch = (one: readonly string[], other: readonly string[]): boolean => {
  if (Math.max(one.length, other.length) > mostLines) return true;
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const line of other) pairs += counts.get(line) ?? 0;
  return pairs > mostEqualPairs;
};
