import { boxAround, boxOf, centreOf } from '../canvas/geometry.ts';
import type { ModelContent } from '../otm/content.ts';
import { graphId, modelGraph } from './model-graph.ts';

/** The distance between two canvases, in pixels. */
const gap = 200;

type Scalars = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Converts properties for arrows.app, where all values are texts. Properties that are `null` are left
 * out.
 */
const textsOf = (properties: Scalars): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) =>
      value === null ? [] : [[key, String(value)]],
    ),
  );

/** Returns a model as a drawing of arrows.app, with the canvases side by side. */
export const arrowsJson = (model: ModelContent): string => {
  const graph = modelGraph(model);
  const positions = positionsIn(model);
  const ids = new Map(graph.nodes.map(({ id }, at) => [id, `n${at}`]));
  const drawing = {
    nodes: graph.nodes.map(({ id, labels, properties: { color, size: _size, ...properties } }) => ({
      id: ids.get(id) ?? id,
      position: positions.get(id) ?? { x: 0, y: 0 },
      caption: properties.name,
      labels,
      properties: textsOf(properties),
      style: { 'border-color': colorOf(color) },
    })),
    relationships: graph.relationships.map(
      ({ type, start, end, properties: { color, ...properties } }, at) => ({
        id: `r${at}`,
        fromId: ids.get(start) ?? start,
        toId: ids.get(end) ?? end,
        type,
        properties: textsOf(properties),
        style: { 'arrow-color': colorOf(color) },
      }),
    ),
    style: { 'node-color': '#ffffff', 'border-width': 3, radius: 40 },
  };
  return `${JSON.stringify(drawing, null, 2)}\n`;
};

const positionsIn = (model: ModelContent) => {
  const positions = new Map<string, { x: number; y: number }>();
  let left = 0;
  for (const canvas of model.canvases) {
    const boxes = canvas.data.nodes.map((node) => boxOf(canvas.data, node));
    const around = boxAround(boxes) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const [at, { id }] of canvas.data.nodes.entries()) {
      const box = boxes[at];
      if (!box) continue;
      const { x, y } = centreOf(box);
      const position = { x: x - around.x + left, y: y - around.y };
      positions.set(graphId(model, canvas, id), position);
    }
    left += around.width + gap;
  }
  return positions;
};

/** Replaces a named color with gray, because arrows.app does not know Parapet's names of colors. */
const colorOf = (color: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? color : '#616b7a');
