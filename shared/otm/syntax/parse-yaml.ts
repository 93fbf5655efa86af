import {
  Composer,
  isScalar,
  LineCounter,
  Parser,
  visit,
  YAMLParseError,
  type Document,
} from 'yaml';
import { t } from '../../locales/texts.ts';
import type { OtmNote } from '../content.ts';
import type { Limits } from '../limits.ts';
import { quoted } from '../notes.ts';
import { expansionOf } from './expansion.ts';
import { refused, type Parsed } from './parsed.ts';

/**
 * Parses YAML 1.2 with its core schema. Merge keys and other tags have no effect, because the library
 * yaml would create Buffers and Dates for some tags. The content that aliases repeat is limited.
 *
 * The library does not look for duplicate keys, because it would compare each key of a map with every
 * other key. `duplicateKeys` finds them in one pass.
 */
export const parseYaml = (text: string, limits: Limits): Parsed => {
  const { characters, values } = limits.yaml;
  if (text.length > characters || isBeyond(text, values)) {
    return refused('$', t('imports:refused.yaml-size'));
  }
  const lines = new LineCounter();
  const locationOf = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  try {
    return valueOf(firstDocument(text, lines), locationOf, limits);
  } catch (error) {
    if (error instanceof YAMLParseError) {
      const message = ownWords(error);
      return refused(locationOf(error.pos[0]), t('imports:refused.yaml', { message }));
    }
    // The library yaml is recursive, so a `RangeError` means that deep nesting overflowed the stack.
    if (error instanceof RangeError) {
      return refused('$', t('imports:refused.nesting', { limit: limits.nesting }));
    }
    return refused('$', t('imports:refused.yaml-unreadable', { message: ownWords(error) }));
  }
};

/**
 * Returns the parser's message up to the part that quotes the file, because a message must not show
 * content.
 */
const ownWords = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return message
    .split(/[:"'`\\]/u, 1)
    .join('')
    .trim();
};

/**
 * Tells if a text may have more values than the limit. Counts the characters that can begin a value,
 * until the count exceeds the limit.
 */
const isBeyond = (text: string, values: number): boolean => {
  const beginnings = /[\n,:[{]/g;
  let count = 0;
  while (count <= values && beginnings.test(text)) count += 1;
  return count > values;
};

/**
 * Returns the first document, or throws the first error. The library yaml would collect all errors, each
 * with a stack trace, which took 12 s for 6 MB of broken escapes.
 */
const firstDocument = (text: string, lines: LineCounter): Document.Parsed => {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false,
    // At its default level, yaml would print warnings to standard error.
    logLevel: 'error',
  });
  let first: YAMLParseError | undefined;
  composer.streamInfo().errors.push = (error) => {
    // Each level of nesting catches errors and reports its own error, so only the first one is kept.
    first ??= error;
    throw first;
  };
  let isComposed = false;
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    const isDocument = token.type === 'document';
    if (isDocument && isComposed) break;
    isComposed ||= isDocument;
    composer.next(token).next();
  }
  const [document] = composer.end(true, text.length);
  if (!document) throw new Error('no document');
  const [error] = document.errors;
  if (error) throw error;
  return document;
};

const valueOf = (
  document: Document.Parsed,
  locationOf: (offset: number) => string,
  limits: Limits,
): Parsed => {
  const excess = expansionOf(document, limits.yaml);
  if (excess) return refused('$', excess);
  const warnings = document.warnings.map((warning) => ({
    place: locationOf(warning.pos[0]),
    message: t('imports:plain-value', { warning: warning.message }),
  }));
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  return { ok: true, value, notes: [...warnings, ...duplicateKeys(document, locationOf, limits)] };
};

const duplicateKeys = (
  document: Document,
  locationOf: (offset: number) => string,
  limits: Limits,
): OtmNote[] => {
  const found: OtmNote[] = [];
  visit(document, {
    Map: (_key, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && found.length < limits.duplicates) {
          const message = t('imports:duplicate-key', { key: quoted(String(key.value)) });
          found.push({ place: locationOf(key.range?.[0] ?? 0), message });
        }
        seen.add(key.value);
      }
    },
  });
  return found;
};
