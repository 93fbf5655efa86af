import type { OtmRefusal } from './content.ts';
import { fieldsOf, listOf } from './fields.ts';

const mebibyte = 1024 * 1024;

export const limits = {
  bytes: 50 * mebibyte,
  /**
   * Of YAML, its characters and those of them that can begin a value. yaml 2.9 takes 0.6 s for a
   * MiB and about 1 KB for every value, so that 50 MiB would end the process instead of
   * being refused. JSON has no such bounds.
   */
  yaml: { characters: 16 * mebibyte, values: 800_000 },
  elements: 100_000,
  /** Of the syntax, and of zones and components in each other. */
  nesting: 200,
  /**
   * Characters of threats and mitigations after each component got its own. A definition is written
   * once in a file but stored once a component, so that a small file could become a huge model.
   */
  expanded: 100 * mebibyte,
};

export type Limits = typeof limits;

const lists = /^(?:representations|trustzones|components|dataflows|threats|mitigations)$/;

/** Counted before anything is repaired, so that the keys may be spelled in any way. */
const elementsOf = (model: unknown): number => {
  const items = Object.entries(fieldsOf(model))
    .filter(([key]) => lists.test(key.toLowerCase().replaceAll(/[\s_-]/g, '')))
    .flatMap(([, list]) => itemsOf(list));
  const instances = items.map((item) => itemsOf(fieldsOf(item)['threats']).length);
  return items.length + instances.reduce((sum, count) => sum + count, 0);
};

const itemsOf = (list: unknown): unknown[] =>
  Array.isArray(list) ? listOf(list) : Object.values(fieldsOf(list));

export const tooMany = (models: unknown[], most: number): OtmRefusal | undefined => {
  const found = models.reduce<number>((sum, model) => sum + elementsOf(model), 0);
  if (found <= most) return undefined;
  return { place: '$', reason: `The file has ${found} elements; at most ${most} are read.` };
};
