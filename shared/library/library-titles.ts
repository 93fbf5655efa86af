import type { CodexKind } from '../codex/codex-entry.ts';
import type { LanguageTag } from '../locales/languages.ts';
import { loadLibrary, type Library } from './load-library.ts';

/** The titles in one language, by the kind and ID of the entry. */
type Titles = Readonly<Record<CodexKind, Readonly<Record<string, string>>>>;

/** The file of titles for each language. To add a language, add its file to this table. */
const files = {
  de: () => import('./titles/de.json', { with: { type: 'json' } }),
  ja: () => import('./titles/ja.json', { with: { type: 'json' } }),
} satisfies Partial<Record<LanguageTag, () => Promise<{ default: Titles }>>>;

/** An entry with its titles in all languages, the English one first. */
type Named<Entry> = Entry & { readonly names: readonly string[] };

/**
 * The default library with titles in one language. `names` has the titles of an entry in all
 * languages.
 */
export type NamedLibrary = {
  readonly [Kind in CodexKind]: readonly Named<Library[Kind][number]>[];
};

const readTitles = async (): Promise<ReadonlyMap<string, Titles>> =>
  new Map(
    await Promise.all(
      Object.entries(files).map(async ([tag, read]): Promise<[string, Titles]> => [
        tag,
        (await read()).default,
      ]),
    ),
  );

let titles: Promise<ReadonlyMap<string, Titles>> | undefined;

/**
 * Returns the default library with the titles of a language, or in English if the language has no
 * file. An entry is recognized by its title in any language. Entries of an organization and threats
 * in models keep the language in which they were added.
 */
export const libraryIn = async (tag: string): Promise<NamedLibrary> => {
  titles ??= readTitles();
  const byTag = await titles;
  const named = <Entry extends { id: string; title: string }>(
    kind: CodexKind,
    entries: readonly Entry[],
  ): Named<Entry>[] =>
    entries.map((entry) => ({
      ...entry,
      title: byTag.get(tag)?.[kind][entry.id] ?? entry.title,
      names: [entry.title, ...[...byTag.values()].flatMap((each) => each[kind][entry.id] ?? [])],
    }));
  const { attributes, threats, mitigations } = loadLibrary();
  return {
    attributes: named('attributes', attributes),
    threats: named('threats', threats),
    mitigations: named('mitigations', mitigations),
  };
};
