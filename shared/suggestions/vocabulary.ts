import { isElementKind, partOf } from '../canvas/element-kinds.ts';
import type { Attributes, FoundAttribute, PartKind } from './drawn-system.ts';

/** An attribute, with its title and the other names by which it is found. */
export type NamedAttribute = {
  title: string;
  /** The title in all languages. */
  names?: readonly string[];
  aliases: string[];
  kinds: readonly string[];
};

/** Finds the attributes that a text names, by title or alias. */
export type Vocabulary = {
  attributesIn: (texts: PartTexts, kind: PartKind) => Attributes;
  /** Returns the keys of the attributes to which a name in a rule refers. */
  keysOf: (name: string) => readonly string[];
};

/**
 * The texts of a part that may name attributes. `types` has the technology, and words of other tools
 * such as `azure-storage`.
 */
export type PartTexts = { attributes: string[]; types: string[]; name: string };

/** The maximum number of words in a phrase that is looked up. No alias has more words. */
const longestPhrase = 5;
/** The maximum number of words of a text that are searched. A text may be much longer than a name. */
const maxWords = 60;

/** Returns the words of a text: `AmazonS3_Bucket` becomes `amazon`, `s3`, `bucket`. */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, 500)
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll})|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords);

const phraseOf = (text: string): string => wordsOf(text).join(' ');

type Entry = { key: string; title: string; kinds: ReadonlySet<PartKind> };
type Phrases = ReadonlyMap<string, readonly Entry[]>;

/**
 * Builds a vocabulary. `literals` are the names that rules use. If no attribute has such a name, the
 * vocabulary finds the words of the name in texts.
 */
export const vocabularyOf = (
  attributes: readonly NamedAttribute[],
  literals: Iterable<string>,
): Vocabulary => {
  const phrases = new Map<string, Entry[]>();
  const add = (name: string, entry: Entry): void => {
    // Each name is added with and without a split at its capital letters, because texts are searched
    // in both forms.
    for (const phrase of new Set([phraseOf(name), phraseOf(name.toLowerCase())])) {
      const known = phrases.get(phrase);
      if (!known) phrases.set(phrase, [entry]);
      else if (!known.some(({ key }) => key === entry.key)) known.push(entry);
    }
  };
  for (const { title, aliases, kinds } of attributes) {
    const partKinds = new Set(
      kinds.flatMap((kind) => (isElementKind(kind) ? (partOf(kind) ?? []) : [])),
    );
    const entry = { key: phraseOf(title), title, kinds: partKinds };
    for (const name of [title, ...aliases]) add(name, entry);
  }
  for (const name of literals) {
    const phrase = phraseOf(name);
    if (!phrases.has(phrase)) add(name, { key: phrase, title: name, kinds: new Set() });
  }
  return {
    attributesIn: (texts, kind) => found(phrases, texts, kind),
    keysOf: (name) => (phrases.get(phraseOf(name)) ?? []).map(({ key }) => key),
  };
};

type Source = FoundAttribute['source'];

/**
 * Returns the attributes of a part. An attribute that a person assigned counts for every kind of part.
 * An attribute that is only named in a text must fit the kind.
 */
const found = (phrases: Phrases, texts: PartTexts, kind: PartKind): Attributes => {
  const attributes = new Map<string, FoundAttribute>();
  const note = (text: string, source: Source): void => {
    for (const { key, title, kinds } of entriesIn(text, phrases)) {
      const fits = source === 'attribute' || kinds.size === 0 || kinds.has(kind);
      if (fits && !attributes.has(key)) attributes.set(key, { title, source });
    }
  };
  for (const text of texts.attributes) note(text, 'attribute');
  for (const text of texts.types) note(text, 'type');
  note(texts.name, 'name');
  return attributes;
};

/**
 * Returns the attributes that the phrases of a text mean. The longest phrases count: “mobile client”
 * means a mobile app, not a client.
 */
const entriesIn = (text: string, phrases: Phrases): Entry[] => {
  const split = wordsOf(text);
  const plain = wordsOf(text.toLowerCase());
  const isSame = split.length === plain.length;
  return [...longestIn(split, phrases), ...(isSame ? [] : longestIn(plain, phrases))];
};

const longestIn = (words: readonly string[], phrases: Phrases): Entry[] => {
  const entries: Entry[] = [];
  let covered = 0;
  for (let from = 0; from < words.length; from += 1) {
    for (
      let to = Math.min(words.length, from + longestPhrase);
      to > Math.max(from, covered);
      to -= 1
    ) {
      const known = entriesOf(words.slice(from, to).join(' '), phrases);
      if (!known) continue;
      entries.push(...known);
      covered = to;
      break;
    }
  }
  return entries;
};

/**
 * Returns the attributes that a phrase means. If there are none, the phrase is tried without a plural
 * `s` at its end.
 */
const entriesOf = (phrase: string, phrases: Phrases): readonly Entry[] | undefined =>
  phrases.get(phrase) ??
  (phrase.length > 3 && phrase.endsWith('s') ? phrases.get(phrase.slice(0, -1)) : undefined);
