import { diff3Merge } from 'node-diff3';

/**
 * Comparing lines takes as many steps as both texts have equal lines, multiplied: a text of nothing
 * but line breaks must not stop the app.
 */
const mostLines = 4000;

/** Three texts merged by line; `null` where both sides changed the same lines, or lines that touch. */
export const mergeText = (base: string, mine: string, theirs: string): string | null => {
  const [a, o, b] = [mine.split('\n'), base.split('\n'), theirs.split('\n')];
  if (Math.max(a.length, o.length, b.length) > mostLines) return null;
  const lines: string[] = [];
  for (const { ok } of diff3Merge(a, o, b)) {
    if (!ok) return null;
    for (const line of ok) lines.push(line);
  }
  return lines.join('\n');
};
