import { z } from 'zod';
import {
  codexKinds,
  entriesAtOnce,
  kindedEntry,
  type CodexFormat,
  type KindedEntry,
} from './codex-entry.ts';
import { fromCsv, toCsv } from './csv.ts';

/** A codex as a file: JSON, or CSV with one row for each entry. */

const columns = [
  'kind',
  'title',
  'description',
  'aliases',
  'priority',
  'question',
  'consideration',
  'explanation',
  'example',
  'resources',
] as const;

const lines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

const rowOf = ({ kind, entry }: KindedEntry): string[] => {
  const cells = {
    ...entry,
    kind,
    priority: kind === 'threats' ? entry.priority : '',
    aliases: entry.aliases.join('\n'),
    resources: entry.resources.map(({ url, title }) => `${url} ${title}`.trim()).join('\n'),
  };
  return columns.map((column) => cells[column]);
};

const entryOf = (cells: Partial<Record<string, string>>): unknown => {
  const { kind, aliases = '', resources = '', priority, ...texts } = cells;
  return {
    kind,
    entry: {
      ...texts,
      priority: priority === '' ? undefined : priority,
      aliases: lines(aliases),
      resources: lines(resources).map((line) => {
        const [url = '', ...title] = line.trim().split(' ');
        return { url, title: title.join(' ') };
      }),
    },
  };
};

const document = z.object({
  codex: z.literal(1),
  entries: z.array(z.unknown()).max(entriesAtOnce),
});

const unreadable = (place: string, error: z.ZodError): Error => {
  const [issue] = error.issues;
  return new Error(`${place}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
};

const checked = (entries: readonly unknown[], placeOf: (at: number) => string): KindedEntry[] =>
  entries.map((each, at) => {
    const entry = kindedEntry.safeParse(each);
    if (!entry.success) throw unreadable(placeOf(at), entry.error);
    return entry.data;
  });

const fromTable = (text: string): KindedEntry[] => {
  const [names = [], ...rows] = fromCsv(text);
  const header = names.map((name) => name.trim().toLowerCase());
  if (!header.includes('kind') || !header.includes('title')) {
    throw new Error(`The first row must name the columns, at least: kind, title.`);
  }
  const filled = rows.filter((row) => row.some((value) => value !== ''));
  if (filled.length > entriesAtOnce) throw new Error(`More than ${entriesAtOnce} rows.`);
  const entries = filled.map((row) =>
    entryOf(Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']))),
  );
  return checked(entries, (at) => `Row ${at + 2}`);
};

const fromDocument = (text: string): KindedEntry[] => {
  const read = document.safeParse(JSON.parse(text));
  if (!read.success) throw unreadable('The file is not a codex', read.error);
  return checked(read.data.entries, (at) => `Entry ${at + 1}`);
};

export const codexFileOf = (entries: readonly KindedEntry[], format: CodexFormat): string => {
  const sorted = codexKinds.flatMap((kind) => entries.filter((each) => each.kind === kind));
  return format === 'csv'
    ? toCsv([columns, ...sorted.map(rowOf)])
    : `${JSON.stringify({ codex: 1, entries: sorted }, null, 2)}\n`;
};

/** Reads a file by its content. Throws with the place and the reason. */
export const readCodexFile = (text: string): KindedEntry[] =>
  /^\uFEFF?\s*\{/.test(text) ? fromDocument(text) : fromTable(text);
