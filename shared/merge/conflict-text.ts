import { diffComm } from 'node-diff3';
import { canCompare } from './merge-text.ts';

/**
 * Returns a text that has both versions where `mine` and `theirs` differ, between the marks that Git
 * uses. Equal lines at the start and at the end are left out of the comparison. This keeps the
 * comparison short, because two sides of a merge differ in few places.
 */
export const conflictText = (mine: string, theirs: string): string => {
  const [a, b] = [mine.split('\n'), theirs.split('\n')];
  const start = firstDifference(a, b);
  const end = Math.min(
    firstDifference(a.toReversed(), b.toReversed()),
    Math.min(a.length, b.length) - start,
  );
  const [own, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle = canCompare(own, other) ? linesOf(own, other) : marked(own, other);
  return [...a.slice(0, start), ...middle, ...a.slice(a.length - end)].join('\n');
};

const firstDifference = (one: readonly string[], other: readonly string[]): number => {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return length;
};

const linesOf = (mine: readonly string[], theirs: readonly string[]): string[] =>
  diffComm([...mine], [...theirs]).flatMap((part) =>
    'common' in part ? part.common : marked(part.buffer1, part.buffer2),
  );

const marked = (mine: readonly string[], theirs: readonly string[]): string[] =>
  mine.length === 0 && theirs.length === 0
    ? []
    : ['<<<<<<< ours', ...mine, '=======', ...theirs, '>>>>>>> theirs'];
