import { diffComm } from 'node-diff3';
import { canCompare } from '#shared/merge/merge-text.ts';

export type DiffLine = { mark: 'same' | 'added' | 'removed'; text: string };

/**
 * Returns the lines of a text and of its base, and marks which lines were added or removed. For some
 * texts, such as those with thousands of empty lines, a full comparison would block the window. In such
 * texts, all lines between the first and the last difference are marked. Those of the base are marked as
 * removed, and those of the text as added.
 */
export const lineDifferences = (origin: string, text: string): DiffLine[] => {
  const [before, after] = [origin.split('\n'), text.split('\n')];
  const start = equalLines(before, after);
  const end = equalLines(before.slice(start).toReversed(), after.slice(start).toReversed());
  const changed = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  return [
    ...marked('same', before.slice(0, start)),
    ...differences(changed(before), changed(after)),
    ...marked('same', before.slice(before.length - end)),
  ];
};

const differences = (before: readonly string[], after: readonly string[]): DiffLine[] => {
  if (!canCompare(before, after)) return [...marked('removed', before), ...marked('added', after)];
  return diffComm([...before], [...after]).flatMap(({ common, buffer1, buffer2 }) => [
    ...marked('same', common),
    ...marked('removed', buffer1),
    ...marked('added', buffer2),
  ]);
};

/** Returns the number of equal lines at the beginning of two texts. */
const equalLines = (one: readonly string[], other: readonly string[]): number => {
  const differs = one.findIndex((line, at) => line !== other[at]);
  return differs === -1 ? one.length : differs;
};

const marked = (mark: DiffLine['mark'], lines: readonly string[] = []): DiffLine[] =>
  lines.map((text) => ({ mark, text }));
