import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from './laws.ts';

const maxLineLength = 420;
const maxLines = 40;

const timeIn = (line: string): number => Number(/^\{"at":([\d.]+)/.exec(line)?.[1] ?? 0);

/** Tells if a line reports a read without a fault or a refusal. */
const isPlainRead = (line: string): boolean =>
  /"type":"request","what":"(?:> GET|(?:<|served) (?:200|304) GET)/.test(line);

/**
 * Returns the last entries of all diaries about some records, elements, or words: gestures,
 * requests, and faults, in the order of time.
 */
export const excerptOf = (
  folder: string,
  { identities }: Evidence,
  about: readonly string[],
): string[] => {
  const wanted = about
    .flatMap((name) => identities.idsOf(name))
    .filter((id) => /^(?:w\d+|[\w-]{8,})$/.test(id));
  if (wanted.length === 0) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(
          (line) =>
            !/"type":"(?:began|intends)"/.test(line) &&
            !isPlainRead(line) &&
            wanted.some((id) => line.includes(id)),
        )
        .map((line) => ({ at: timeIn(line), name, line: shortened(line, wanted) })),
    )
    .toSorted((one, other) => one.at - other.at)
    .slice(-maxLines)
    .map(({ at, name, line }) => `${new Date(at).toISOString().slice(11, 23)} ${name}: ${line}`);
};

/** Returns a line without the changes of other records, cut to `maxLineLength`. */
const shortened = (line: string, wanted: readonly string[]): string => {
  const entry: unknown = JSON.parse(line);
  if (typeof entry !== 'object' || entry === null) return line;
  const { type, what, changes } = { type: '', what: '', changes: [], ...entry };
  const meant = (Array.isArray(changes) ? changes : []).filter((change: unknown) =>
    wanted.some((id) => JSON.stringify(change).includes(id)),
  );
  return `${type} ${what} ${meant.length > 0 ? JSON.stringify(meant) : ''}`.slice(0, maxLineLength);
};
