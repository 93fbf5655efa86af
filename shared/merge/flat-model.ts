import type { CanvasDocument } from '../canvas/document.ts';
import type { ModelContent } from '../otm/content.ts';
import { contentNames } from '../records/record-fields.ts';
import { fieldValues } from '../records/record-values.ts';
import type { Values } from './merge-fields.ts';

export type FlatKind = 'threatModel' | 'canvas' | 'component' | 'threat' | 'mitigation';
export type FlatRecord = { kind: FlatKind; id: string; parentId: string | null; values: Values };

export type FlatModel = {
  /** The records by kind and ID (`flatKey`), parents before children. */
  records: ReadonlyMap<string, FlatRecord>;
  /** The documents of the canvases, by the ID of the canvas. */
  drawings: ReadonlyMap<string, CanvasDocument>;
  /** The texts of the comments, by the ID of the threat. */
  comments: ReadonlyMap<string, readonly string[]>;
};

export const flatKey = (kind: FlatKind, id: string): string => `${kind}:${id}`;

/** Returns a model as a flat list of records. A record has only the fields that people change. */
export const flatModel = (model: ModelContent): FlatModel => {
  const records = new Map<string, FlatRecord>();
  const comments = new Map<string, string[]>();
  const add = (kind: FlatKind, item: { id: string }, parentId: string | null): void => {
    const values = fieldValues(kind, { ...item }, contentNames(kind));
    records.set(flatKey(kind, item.id), { kind, id: item.id, parentId, values });
  };
  add('threatModel', model, null);
  for (const canvas of model.canvases) add('canvas', canvas, model.id);
  for (const component of model.components) {
    add('component', component, component.canvasId);
    for (const threat of component.threats) {
      add('threat', threat, component.id);
      comments.set(
        threat.id,
        threat.comments.map(({ text }) => text),
      );
      for (const mitigation of threat.mitigations) add('mitigation', mitigation, threat.id);
    }
  }
  const drawings = new Map(model.canvases.map(({ id, data }) => [id, data]));
  return { records, drawings, comments };
};

type Part = { id: string; kept: object };

/**
 * Returns a model with only the fields that people change. Leaves out times, numbers, and data preserved
 * from a file, because these are not merged.
 */
export const plainModel = (model: ModelContent): ModelContent => ({
  ...plain('threatModel', model, ['canvases', 'components']),
  canvases: model.canvases.map((canvas) => plain('canvas', canvas, ['data'])),
  components: model.components.map((component) => ({
    ...plain('component', component, ['canvasId', 'threats']),
    threats: component.threats.map((threat) => ({
      ...plain('threat', threat, ['comments', 'mitigations']),
      mitigations: threat.mitigations.map((mitigation) => plain('mitigation', mitigation, [])),
    })),
  })),
});

const plain = <Item extends Part>(kind: FlatKind, item: Item, others: readonly string[]): Item => {
  const names = contentNames(kind);
  const wanted = new Set([...names, ...others, 'id', 'kept']);
  const made: Item = { ...item, ...fieldValues(kind, { ...item }, names), kept: {} };
  for (const key of Object.keys(made)) if (!wanted.has(key)) Reflect.deleteProperty(made, key);
  return made;
};
