import type { Kept, ModelContent } from '#shared/otm/content.ts';
import { isFields } from '#shared/otm/fields.ts';

/**
 * Returns a model in which the data of the file that has no field (`kept`) is also in fields, such as
 * `kept.tags`. A comparison of models compares only fields.
 */
export const withKeptFields = (model: ModelContent): ModelContent => ({
  ...withFields(model),
  canvases: model.canvases.map(withFields),
  components: model.components.map((component) => ({
    ...withFields(component),
    threats: component.threats.map((threat) => ({
      ...withFields(threat),
      mitigations: threat.mitigations.map(withFields),
    })),
  })),
});

const withFields = <Part extends { kept: Kept }>(part: Part): Part => {
  const byKey = Map.groupBy(keptIn(part.kept), ([key]) => `kept.${key}`);
  return { ...part, ...Object.fromEntries(byKey) };
};

/** The keys of `kept` whose values are groups of keys of the file. */
const groups = new Set(['document', 'project', 'lists', 'raw', 'odd']);

const keptIn = (kept: Kept): [key: string, value: unknown][] =>
  Object.entries(kept).flatMap(([key, value]) =>
    groups.has(key) && isFields(value) ? keptIn(value) : [[key, value]],
  );
