import type { ModelContent } from '../otm/content.ts';
import { byId } from './by-id.ts';
import { compareCanvases } from './compare-canvases.ts';
import type { ModelPart } from './merge-models.ts';
import { same } from './same-value.ts';

export type ModelDifference = {
  part: ModelPart;
  kind: 'added' | 'removed' | 'moved' | 'changed';
  id: string;
  name: string;
  /** The titles of the records that contain the part: the canvas, or the component and the threat. */
  within: string[];
  /** The names of the fields that differ. The list is empty for an added or removed part. */
  fields: string[];
};

type Item = { id: string; title: string; kept: object };

/**
 * The keys that are not compared as fields. Lists and documents are compared separately, and the data
 * preserved from a file (`kept`) is not visible to anyone.
 */
const nested = new Set(['canvases', 'components', 'data', 'threats', 'mitigations', 'kept', 'id']);

/**
 * Returns the differences between two models, part by part. Parts are matched by ID. Canvases and
 * elements come before other records.
 */
export const compareModels = (one: ModelContent, other: ModelContent): ModelDifference[] => {
  const found: ModelDifference[] = [];
  const changed = (part: ModelPart, before: Item, after: Item, within: string[]): void => {
    const fields = fieldsThatDiffer(before, after);
    if (fields.length === 0) return;
    found.push({ part, kind: 'changed', id: after.id, name: after.title, within, fields });
  };
  const compareLists = <Each extends Item>(
    part: ModelPart,
    before: readonly Each[],
    after: readonly Each[],
    within: string[],
    inside: (before: Each | undefined, after: Each) => void,
  ): void => {
    const old = byId(before);
    for (const item of after) {
      const known = old.get(item.id);
      old.delete(item.id);
      if (known) changed(part, known, item, within);
      else found.push({ part, kind: 'added', id: item.id, name: item.title, within, fields: [] });
      inside(known, item);
    }
    for (const { id, title } of old.values()) {
      found.push({ part, kind: 'removed', id, name: title, within, fields: [] });
    }
  };
  changed('model', one, other, []);
  compareLists('canvas', one.canvases, other.canvases, [], (before, { title, data }) => {
    const differences = compareCanvases(before?.data ?? { nodes: [], edges: [] }, data);
    for (const { element, kind, id, label, fields } of differences) {
      found.push({ part: element, kind, id, name: label, within: [title], fields });
    }
  });
  compareLists('component', one.components, other.components, [], (before, component) => {
    const own = [component.title];
    compareLists('threat', before?.threats ?? [], component.threats, own, (old, threat) => {
      const within = [...own, threat.title];
      compareLists('mitigation', old?.mitigations ?? [], threat.mitigations, within, () => {});
    });
  });
  return found;
};

const fieldsThatDiffer = (before: object, after: object): string[] => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((key) => !nested.has(key) && !same(old.get(key) ?? null, now.get(key) ?? null))
    .toSorted();
};
