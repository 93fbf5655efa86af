import { z } from 'zod';
import { extensionsAtMost, type Extensions } from '../api/codex-extensions.ts';
import { ownRule } from '../suggestions/own-rule.ts';
import {
  codexKinds,
  entriesAtOnce,
  kindedEntry,
  type CodexFormat,
  type KindedEntry,
} from './codex-entry.ts';
import { framework, noExtensions, type ReadExtensions } from './codex-extensions.ts';
import { fromCsv, toCsv } from './csv.ts';

/**
 * A codex as a file: JSON, or CSV with one row for each entry. Only JSON has the rules and
 * frameworks.
 */
export type CodexFile = { entries: KindedEntry[]; extensions: FileExtensions };
type FileExtensions = Pick<ReadExtensions, 'rules' | 'frameworks' | 'disabledRules'>;

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
  entries: z.array(z.unknown()).max(entriesAtOnce).default([]),
  rules: z.array(z.unknown()).max(extensionsAtMost.rules).default([]),
  frameworks: z.array(z.unknown()).max(extensionsAtMost.frameworks).default([]),
  disabledRules: z.array(z.string().max(200)).max(2000).default([]),
});

const unreadable = (location: string, error: z.ZodError): Error => {
  const [issue] = error.issues;
  return new Error(`${location}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
};

const checked = <Item>(
  items: readonly unknown[],
  schema: z.ZodType<Item>,
  locationOf: (at: number) => string,
): Item[] =>
  items.map((each, at) => {
    const entry = schema.safeParse(each);
    if (!entry.success) throw unreadable(locationOf(at), entry.error);
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
  return checked(entries, kindedEntry, (at) => `Row ${at + 2}`);
};

const fromDocument = (text: string): CodexFile => {
  const read = document.safeParse(JSON.parse(text));
  if (!read.success) throw unreadable('The file is not a codex', read.error);
  const { entries, rules, frameworks, disabledRules } = read.data;
  return {
    entries: checked(entries, kindedEntry, (at) => `Entry ${at + 1}`),
    extensions: {
      rules: checked(rules, ownRule, (at) => `Rule ${at + 1}`),
      frameworks: checked(frameworks, framework, (at) => `Framework ${at + 1}`),
      disabledRules,
    },
  };
};

/**
 * Returns the text of a codex file. Rules and frameworks are written unchanged, even if only a newer
 * app can read them.
 */
export const codexFileOf = (
  entries: readonly KindedEntry[],
  format: CodexFormat,
  { rules, frameworks, disabledRules }: Extensions = noExtensions,
): string => {
  const sorted = codexKinds.flatMap((kind) => entries.filter((each) => each.kind === kind));
  return format === 'csv'
    ? toCsv([columns, ...sorted.map(rowOf)])
    : `${JSON.stringify({ codex: 1, entries: sorted, rules, frameworks, disabledRules }, null, 2)}\n`;
};

/**
 * Reads a codex file. The content decides whether it is JSON or CSV. If the file cannot be read, the
 * error names the position and the reason.
 */
export const readCodexFile = (text: string): CodexFile =>
  /^\uFEFF?\s*\{/.test(text)
    ? fromDocument(text)
    : { entries: fromTable(text), extensions: { rules: [], frameworks: [], disabledRules: [] } };
