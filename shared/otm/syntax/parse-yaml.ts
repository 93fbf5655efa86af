import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { OtmNote } from '../content.ts';
import type { Limits } from '../limits.ts';
import { quoted } from '../notes.ts';
import { refused, type Parsed } from './parsed.ts';

/**
 * YAML 1.2 with its core schema: no tags beyond it (yaml would make Buffers and Dates of some), no
 * merge keys, and a bound on what aliases may multiply to. Duplicate keys are looked for here,
 * because yaml compares every key of a map with every other one.
 */
export const parseYaml = (text: string, limits: Limits): Parsed => {
  const { characters, values } = limits.yaml;
  if (text.length > characters || isBeyond(text, values)) {
    return refused('$', 'The file is too large to be read as YAML. Convert it to JSON.');
  }
  try {
    return read(text);
  } catch (error) {
    // yaml recurses into what is nested, and throws for aliases that multiply beyond the bound.
    if (error instanceof RangeError) {
      return refused('$', `Nested deeper than ${limits.nesting} levels.`);
    }
    return refused('$', `Not readable as YAML: ${error instanceof Error ? error.message : ''}`);
  }
};

/** Counts what can begin a value, and stops as soon as there is too much of it. */
const isBeyond = (text: string, values: number): boolean => {
  const beginnings = /[\n,:[{]/g;
  let count = 0;
  while (count <= values && beginnings.test(text)) count += 1;
  return count > values;
};

const read = (text: string): Parsed => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: 'silent',
    lineCounter: lines,
    prettyErrors: false,
  });
  const placeOf = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  const [error] = document.errors;
  if (error) return refused(placeOf(error.pos[0]), `Not valid YAML: ${error.message}`);
  const warnings = document.warnings.map((warning) => ({
    place: placeOf(warning.pos[0]),
    message: `${warning.message}: read as a plain value`,
  }));
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  return { ok: true, value, notes: [...warnings, ...duplicateKeys(document, placeOf)] };
};

const duplicateKeys = (document: Document, placeOf: (offset: number) => string): OtmNote[] => {
  const found: OtmNote[] = [];
  visit(document, {
    Map: (_key, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const message = `the key ${quoted(String(key.value))} is there twice: the later counts`;
          found.push({ place: placeOf(key.range?.[0] ?? 0), message });
        }
        seen.add(key.value);
      }
    },
  });
  return found;
};
