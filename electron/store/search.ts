import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { SearchHit, SearchKind, SearchQuery, TitledQuery } from '#shared/desktop/search.ts';
import { searchKinds, searchLength } from '#shared/desktop/search.ts';
import { recordAncestors } from './record-ancestors.ts';
import { present, type Records } from './records.ts';
import { numbersOf } from './search-schema.ts';

type Parts = { database: DatabaseSync; records: Records };

/** The number of characters in a trigram of the index. A shorter word has no trigram. */
const groupLength = 3;
const maxWords = 8;
const maxPerKind = 10;
/**
 * The number of candidates of each kind that are read from the index. The best results are chosen from
 * them.
 */
const maxCandidates = 60;
/**
 * The maximum number of rows that are read for a word of one or two characters. Many trigrams of the
 * index may begin with such a word.
 */
const maxGroups = 400;

const numberRow = z.object({ number: z.number() });
const entryRow = z.object({
  number: z.number(),
  kind: z.enum(searchKinds),
  id: z.string(),
  owner: z.string(),
  title: z.string(),
  reference: z.string().nullable(),
});
type Entry = z.infer<typeof entryRow>;

/** Returns the first matches of a kind. */
type Matches = (kind: SearchKind) => number[];

/**
 * Finds records and drawn elements by their texts. Each query reads a bounded number of rows from
 * the index, so it takes the same time in a large store as in a small one.
 */
export const createSearch = ({ database, records }: Parts) => {
  const numbers = (rows: readonly unknown[]): number[] =>
    rows.map((row) => numberRow.parse(row).number);

  /**
   * Returns a function that finds the first matches of each kind. If a kind has no match, SQLite
   * searches the index from its beginning, which takes up to 20 ms with 100,000 records. So the first
   * and the last match of all kinds together are read first, and kinds outside this range are skipped.
   */
  const matching = (table: 'search_title' | 'search_text') => {
    const ofRange = database.prepare(`
      SELECT rowid AS number FROM ${table}
      WHERE ${table} MATCH ? AND rowid > ? AND rowid < ? ORDER BY rowid LIMIT ?`);
    const end = (order: 'ASC' | 'DESC') =>
      database.prepare(
        `SELECT rowid AS number FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid ${order} LIMIT 1`,
      );
    const first = end('ASC');
    const last = end('DESC');
    return (match: string) => {
      let ends: readonly (number | undefined)[] | null = null;
      const readEnds = () => {
        const [from] = numbers(first.all(match));
        return from === undefined ? [] : [from, numbers(last.all(match))[0]];
      };
      return (kind: SearchKind): number[] => {
        ends ??= readEnds();
        const [from, to] = ends;
        const [above, below] = numbersOf(kind);
        if (from === undefined || to === undefined || to < above || from > below) return [];
        return numbers(ofRange.all(match, above, below, maxCandidates));
      };
    };
  };
  const inTitle = matching('search_title');
  const inText = matching('search_text');
  const byReference = database.prepare(
    'SELECT number FROM search_entry WHERE reference = ? LIMIT ?',
  );
  const byGroup = database.prepare(
    'SELECT doc AS number FROM search_group WHERE term >= ? AND term < ? LIMIT ?',
  );
  const selectEntry = database.prepare('SELECT * FROM search_entry WHERE number = ?');

  const selectTitled = database.prepare(`
    SELECT * FROM search_entry
    WHERE number > ? AND number < ? AND title = ? COLLATE NOCASE LIMIT ?`);

  const entryOf = (number: number): Entry | null => {
    const row = selectEntry.get(number);
    return row ? entryRow.parse(row) : null;
  };

  const textOf = (number: number): string => {
    const entry = entryOf(number);
    if (!entry || entry.kind === 'element') return entry?.title ?? '';
    const { local } = records.find(entry.kind, entry.id) ?? { local: {} };
    return Object.values(local)
      .flat()
      .filter((value) => typeof value === 'string')
      .join('\n');
  };

  /**
   * Returns the best matches of a kind. The index finds every text that has all trigrams of the words,
   * in any order. So the text itself is then searched for the words.
   */
  const ofKind = (kind: SearchKind, query: Query, titles: Matches, texts: Matches): number[] => {
    const has = (text: string): boolean => {
      const comparable = folded(text);
      return query.words.every((word) => comparable.includes(word));
    };
    const titled = titles(kind)
      .map((number) => ({ number, title: folded(entryOf(number)?.title ?? '') }))
      .filter(({ title }) => has(title))
      .toSorted((one, other) => rank(one.title, query) - rank(other.title, query))
      .map(({ number }) => number);
    if (titled.length >= maxPerKind) return titled.slice(0, maxPerKind);
    const known = new Set(titled);
    const others = texts(kind).filter((number) => !known.has(number) && has(textOf(number)));
    return [...titled, ...others].slice(0, maxPerKind);
  };

  const byShortWord = (word: string): number[] => {
    const found = [...new Set(numbers(byGroup.all(word, `${word}\u{10FFFF}`, maxGroups)))];
    // The index may still have the former title of a record (see search-index.ts).
    return found
      .filter((number) => folded(entryOf(number)?.title ?? '').includes(word))
      .toSorted((one, other) => one - other);
  };

  const matches = (text: string): number[] => {
    const query = queryOf(text);
    if (query) {
      const titles = inTitle(query.match);
      const texts = inText(query.match);
      return searchKinds.flatMap((kind) => ofKind(kind, query, titles, texts));
    }
    const [short] = wordsOf(folded(text));
    return short === undefined ? [] : byShortWord(short);
  };

  const titleOf = (kind: 'threatModel' | 'canvas' | 'component', id: string | undefined) => {
    const row = id === undefined ? null : records.find(kind, id);
    return row && { id: row.id, title: present(kind, row).title };
  };

  /** Returns `null` for a record whose parents have not been downloaded. */
  const hitOf = ({ kind, id, owner, title, reference }: Entry): SearchHit | null => {
    const ancestors =
      kind === 'element'
        ? recordAncestors(records, 'canvas', owner)
        : recordAncestors(records, kind, id);
    const model = titleOf('threatModel', ancestors.threatModel);
    const canvas = titleOf('canvas', ancestors.canvas);
    const component = titleOf('component', ancestors.component);
    if (kind !== 'collection' && !model) return null;
    if (isBelowCanvas(kind) && !canvas) return null;
    const threatId = ancestors.threat ?? null;
    return { kind, id, title, reference, model, canvas, component, threatId };
  };

  return {
    /**
     * Finds at most `limit` records and elements. Records with the reference, such as `T-12`, come
     * first, followed by the matches of each kind. The text is never read as a query language.
     */
    find: ({ text, limit }: SearchQuery): SearchHit[] => {
      const asked = withoutControls(text.slice(0, searchLength));
      const reference = asked.trim().toUpperCase();
      const referred = isReference(reference)
        ? numbers(byReference.all(reference, maxPerKind))
        : [];
      const hits: SearchHit[] = [];
      for (const number of new Set([...referred, ...matches(asked)])) {
        if (hits.length >= limit) break;
        const entry = entryOf(number);
        const hit = entry && hitOf(entry);
        if (hit) hits.push(hit);
      }
      return hits;
    },

    /** Returns the threats or mitigations with this title. Ignores case. */
    titled: ({ kind, title, limit }: TitledQuery): SearchHit[] =>
      selectTitled
        .all(...numbersOf(kind), title, limit)
        .flatMap((row) => hitOf(entryRow.parse(row)) ?? []),
  };
};

const isReference = (text: string): boolean => /^[A-Z]{1,3}-\d{1,9}$/.test(text);

const isBelowCanvas = (kind: SearchKind): boolean =>
  kind !== 'collection' && kind !== 'threatModel';

type Query = {
  /** A full-text query for texts with all trigrams of all words. */
  match: string;
  /** The words, and the whole text as `phrase`, without case and diacritics. */
  words: string[];
  phrase: string;
};

/**
 * Returns the rank of a title: 0 if it begins with the query, 1 if it contains the query, and otherwise
 * 2.
 */
const rank = (title: string, { phrase }: Query): number => {
  const index = title.indexOf(phrase);
  return index === 0 ? 0 : index > 0 ? 1 : 2;
};

const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ').toWellFormed();

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** Removes case and diacritics, because the index ignores both. */
const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the text in quotes, so that nothing in it acts as an operator. A quote in the text is doubled.
 */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const groupsOf = (word: string): string[] => {
  const signs = Array.from(word);
  return signs.slice(groupLength - 1).map((_, at) => signs.slice(at, at + groupLength).join(''));
};

/**
 * Returns the first trigram of each word, then the second trigram of each word, and so on. The index
 * compares the trigrams in this order. Trigrams of different words come first, because they exclude more
 * rows than trigrams of the same word.
 */
const alternately = (words: readonly string[][]): string[] => {
  const longest = Math.max(0, ...words.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    words.flatMap((groups) => groups[at] ?? []),
  ).flat();
};

/** Returns `null` if no word is long enough for the index. */
const queryOf = (text: string): Query | null => {
  const all = wordsOf(text.normalize('NFC'));
  const groups = new Set(alternately(all.slice(0, maxWords).map(groupsOf)).map(quoted));
  if (groups.size === 0) return null;
  return {
    match: [...groups].join(' AND '),
    words: all.map(folded),
    phrase: folded(all.join(' ')),
  };
};

/** Returns a query of the index for all words, or `null` if every word is too short for the index. */
export const textMatch = (text: string): string | null =>
  queryOf(withoutControls(text))?.match ?? null;
