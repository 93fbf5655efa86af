import { graphOf, type Graph } from '../canvas/graph-export.ts';
import { openThreatsOf } from '../canvas/open-threats.ts';
import type { CanvasContent, ModelContent } from '../otm/content.ts';

/**
 * Returns all canvases of a model as one graph, with the number of open threats of each element.
 * `idOf` returns the ID of an element in the graph.
 */
export const modelGraph = (model: ModelContent, idOf = graphId): Graph => {
  const threats = openThreatsOf(
    model.components.flatMap(({ id, threats: own }) =>
      own.map(({ status, priority }) => ({ component_id: id, status, priority })),
    ),
  );
  const graphs = model.canvases.map((canvas) => {
    const { nodes, relationships } = graphOf(canvas.data, threats);
    const own = (id: string): string => idOf(model, canvas, id);
    return {
      nodes: nodes.map((node) => ({ ...node, id: own(node.id) })),
      relationships: relationships.map((each) => ({
        ...each,
        id: own(each.id),
        start: own(each.start),
        end: own(each.end),
      })),
    };
  });
  return {
    nodes: graphs.flatMap(({ nodes }) => nodes),
    relationships: graphs.flatMap(({ relationships }) => relationships),
  };
};

/**
 * Returns the ID of an element in the graph. The IDs of elements are unique only within their canvas,
 * so the canvas's ID comes first if there are several canvases.
 */
export const graphId = ({ canvases }: ModelContent, canvas: CanvasContent, id: string): string =>
  canvases.length === 1 ? id : `${canvas.id}/${id}`;

/**
 * Returns the ID of an element in a database, which may have other models too. The IDs of elements are
 * often the same in several models, for example in imported ones.
 */
export const databaseId = (
  { id: modelId }: ModelContent,
  canvas: CanvasContent,
  id: string,
): string => `${modelId}/${canvas.id}/${id}`;

export const graphJson = (model: ModelContent): string =>
  `${JSON.stringify(modelGraph(model), null, 2)}\n`;
