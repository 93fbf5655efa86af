import type { CanvasEdge, CanvasNode } from '../../canvas/document.ts';
import { translateComponentIds } from '../../canvas/translate-component-ids.ts';
import { smallModel } from '../../exports/testing/small-model.ts';
import type { ModelContent, ThreatContent } from '../../otm/content.ts';
import { plainModel } from '../flat-model.ts';

/** Returns a small model in which every threat has its own title. */
export const ownModel = (): ModelContent => {
  const model = plainModel(smallModel());
  for (const threat of model.components.flatMap(({ threats }) => threats))
    threat.title += ` ${threat.id}`;
  return model;
};

export const changedModel = (...changes: ((model: ModelContent) => void)[]): ModelContent => {
  const model = ownModel();
  for (const change of changes) change(model);
  return model;
};

/**
 * Returns a model as another tool would write it: each ID in it has an `x-` before it, except the ID of
 * the model.
 */
export const renumbered = (model: ModelContent): ModelContent => {
  const renamed = (id: string): string => `x-${id}`;
  return {
    ...model,
    canvases: model.canvases.map((canvas) => {
      const { nodes, edges } = translateComponentIds(canvas.data, renamed);
      return {
        ...canvas,
        id: renamed(canvas.id),
        data: {
          nodes: nodes.map((node) => ({
            ...node,
            id: renamed(node.id),
            ...(node.parentId !== undefined && { parentId: renamed(node.parentId) }),
          })),
          edges: edges.map((edge) => ({
            ...edge,
            id: renamed(edge.id),
            source: renamed(edge.source),
            target: renamed(edge.target),
          })),
        },
      };
    }),
    components: model.components.map((component) => ({
      ...component,
      id: renamed(component.id),
      canvasId: renamed(component.canvasId),
      threats: component.threats.map((threat) => ({
        ...threat,
        id: renamed(threat.id),
        mitigations: threat.mitigations.map((mitigation) => ({
          ...mitigation,
          id: renamed(mitigation.id),
        })),
      })),
    })),
  };
};

const found = <Item extends { id: string }>(items: readonly Item[], id: string): Item => {
  const item = items.find((each) => each.id === id);
  if (!item) throw new Error(`There is no ${id}.`);
  return item;
};

export const nodeIn = ({ canvases }: ModelContent, id: string): CanvasNode =>
  found(
    canvases.flatMap(({ data }) => data.nodes),
    id,
  );

export const edgeIn = ({ canvases }: ModelContent, id: string): CanvasEdge =>
  found(
    canvases.flatMap(({ data }) => data.edges),
    id,
  );

export const threatIn = ({ components }: ModelContent, id: string): ThreatContent =>
  found(
    components.flatMap(({ threats }) => threats),
    id,
  );
