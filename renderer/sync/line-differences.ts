import { diffComm } from 'node-diff3';

export type ShownLine = { mark: 'same' | 'added' | 'removed'; text: string };

/** A text line by line, with what it has that its origin has not, and what it no longer has. */
export const lineDifferences = (origin: string, text: string): ShownLine[] =>
  diffComm(origin.split('\n'), text.split('\n')).flatMap(({ common, buffer1, buffer2 }) => [
    ...marked('same', common),
    ...marked('removed', buffer1),
    ...marked('added', buffer2),
  ]);

const marked = (mark: ShownLine['mark'], lines: readonly string[] = []): ShownLine[] =>
  lines.map((text) => ({ mark, text }));
