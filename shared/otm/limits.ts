import { t } from '../locales/texts.ts';
import type { OtmRefusal } from './content.ts';
import { fieldsOf, listOf } from './fields.ts';

const mebibyte = 1024 * 1024;

export const limits = {
  bytes: 50 * mebibyte,
  /**
   * The maximum number of values in a JSON file. Keys do not count. Models have at least 15 characters
   * for each value, so a file of at most `bytes` does not reach this limit. Without the limit, 47 MB of
   * `{}` would take 2.8 GB of memory.
   */
  json: { values: 5_000_000 },
  /**
   * The library yaml 2.9 takes 0.6 s for 1 MiB of text, and about 1 KB of memory for each value.
   * Characters and values are counted before parsing, and again with the content that aliases repeat.
   * `anchors` limits anchors and aliases together, because the library searches all of them for each
   * alias.
   */
  yaml: { characters: 16 * mebibyte, values: 800_000, anchors: 10_000 },
  /** The maximum number of duplicate keys that the report lists. */
  duplicates: 1000,
  elements: 100_000,
  /**
   * The maximum number of bends of all flows together. Nobody draws so many bends, and each bend costs
   * time when its flow is drawn.
   */
  bends: 100_000,
  /** The maximum depth of nested syntax, and of nested zones and components. */
  nesting: 200,
  /**
   * The maximum number of characters of all threats and mitigations, after they were copied for each
   * component. A file contains a definition once, but the model has a copy for each component. So a
   * small file could become a huge model.
   */
  expanded: 100 * mebibyte,
};

export type Limits = typeof limits;

const lists = /^(?:representations|trustzones|components|dataflows|threats|mitigations)$/;

/** Counts elements before anything is repaired, so keys may have any spelling. */
const elementsOf = (model: unknown): number => {
  const items = Object.entries(fieldsOf(model))
    .filter(([key]) => lists.test(key.toLowerCase().replaceAll(/[\s_-]/g, '')))
    .flatMap(([, list]) => itemsOf(list));
  const instances = items.map((item) => itemsOf(fieldsOf(item)['threats']).length);
  return items.length + instances.reduce((sum, count) => sum + count, 0);
};

const itemsOf = (list: unknown): unknown[] =>
  Array.isArray(list) ? listOf(list) : Object.values(fieldsOf(list));

export const tooMany = (models: unknown[], max: number): OtmRefusal | undefined => {
  const found = models.reduce<number>((sum, model) => sum + elementsOf(model), 0);
  if (found <= max) return undefined;
  const reason = t('imports:refused.elements', { count: found, limit: max });
  return { place: '$', reason };
};
