import { elementColorTable, isElementColor } from '../canvas/canvas-colors.ts';
import { sizeOf, type CanvasEdge, type CanvasNode } from '../canvas/document.ts';
import { defaultKind, elementKinds, isElementKind, roleOf } from '../canvas/element-kinds.ts';
import { bendsOf, flowColorOf, shapeOf } from '../canvas/flow-course.ts';
import { securityOf } from '../canvas/security-properties.ts';
import { claimIds } from '../otm/claim-ids.ts';
import type { CanvasContent, ModelContent } from '../otm/content.ts';
import { nestedNodes } from './nested-nodes.ts';
import { htmlText, xmlElement } from './xml-text.ts';

const courses = {
  smooth: 'curved=1',
  straight: 'edgeStyle=none',
  stepped: 'edgeStyle=orthogonalEdgeStyle;rounded=0',
} as const;

/** Returns a model as a file of draw.io with a page for each canvas. */
export const drawIoXml = (model: ModelContent): string => {
  const about = new Map(model.components.map(({ id, description }) => [id, description]));
  const pages = model.canvases.map((canvas) =>
    xmlElement('diagram', { id: canvas.id, name: canvas.title }, pageOf(canvas, about)),
  );
  return `${xmlElement('mxfile', { host: 'Parapet' }, pages.join(''))}\n`;
};

type About = ReadonlyMap<string, string>;

const pageOf = ({ data }: CanvasContent, about: About): string => {
  const claim = claimIds([]);
  const [page, layer] = [claim('0'), claim('1')];
  const nodes = nestedNodes(data);
  const ids = new Map(nodes.map(({ node: { id } }) => [id, claim(id)]));
  const cells = [
    xmlElement('mxCell', { id: page }),
    xmlElement('mxCell', { id: layer, parent: page }),
    ...nodes.map(({ node, parentId }) =>
      nodeCell(node, ids.get(node.id) ?? '', ids.get(parentId ?? '') ?? layer, about),
    ),
    ...data.edges.flatMap((edge) => {
      const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
      if (source === undefined || target === undefined) return [];
      return [edgeCell(edge, claim(edge.id), { source, target, parent: layer }, about)];
    }),
  ];
  return xmlElement('mxGraphModel', { page: 0 }, xmlElement('root', {}, cells.join('')));
};

const nodeCell = (node: CanvasNode, id: string, parent: string, about: About): string => {
  const { type, data, position } = node;
  const kind = isElementKind(type) ? type : defaultKind;
  const { fill, line } = isElementColor(data['color'])
    ? elementColorTable[data['color']]
    : elementKinds[kind].colors;
  const style = [
    elementKinds[kind].drawIo,
    'html=1',
    `fillColor=${roleOf(kind) === 'boundary' ? 'none' : fill.light}`,
    `strokeColor=${line.light}`,
    // The kind is written into the style, because draw.io keeps words of a style that it does not know.
    // So an import of the file finds the kind again.
    ...(kind === type ? [`parapet=${kind}`] : []),
  ];
  const geometry = xmlElement('mxGeometry', {
    x: position.x,
    y: position.y,
    ...sizeOf({ ...node, data: { ...data, collapsed: false } }),
    as: 'geometry',
  });
  const cell = { style: style.map((part) => `${part};`).join(''), parent, vertex: 1 };
  return cellOf({ id, label: data.label ?? '', ...factsOf(data, about) }, cell, geometry);
};

type Ends = { source: string; target: string; parent: string };

const edgeCell = (edge: CanvasEdge, id: string, ends: Ends, about: About): string => {
  const { data = {} } = edge;
  const style = [courses[shapeOf(edge)], 'html=1', 'endArrow=block'];
  if (data.bidirectional === true) style.push('startArrow=block');
  const color = flowColorOf(edge);
  if (color) style.push(`strokeColor=${elementColorTable[color].line.light}`);
  const bends = bendsOf(edge).map(({ x, y }) => xmlElement('mxPoint', { x, y }));
  const geometry = xmlElement(
    'mxGeometry',
    { relative: 1, as: 'geometry' },
    bends.length > 0 ? xmlElement('Array', { as: 'points' }, bends.join('')) : '',
  );
  const cell = { style: style.map((part) => `${part};`).join(''), ...ends, edge: 1 };
  return cellOf({ id, label: data.label ?? '', ...factsOf(data, about) }, cell, geometry);
};

type Facts = { id: string; label: string; facts: Record<string, string> };

/**
 * Returns the properties of a shape or line in draw.io: the description as a tooltip, and the security
 * properties.
 */
const factsOf = (data: Readonly<Record<string, unknown>>, about: About): Pick<Facts, 'facts'> => {
  const tooltip = about.get(String(data['componentId'])) ?? '';
  const known = Object.entries(securityOf(data)).map(([key, value]) => [key, String(value)]);
  return {
    facts: {
      // A tooltip is HTML in draw.io.
      ...(tooltip !== '' && { tooltip: htmlText(tooltip) }),
      ...Object.fromEntries<string>(known.map(([key = '', value = '']) => [key, value])),
    },
  };
};

/** Returns the XML of a cell. Its label is HTML, because draw.io shows any other label on one line. */
const cellOf = (
  { id, label, facts }: Facts,
  cell: Record<string, string | number>,
  geometry: string,
): string =>
  Object.keys(facts).length === 0
    ? xmlElement('mxCell', { id, value: htmlText(label), ...cell }, geometry)
    : xmlElement(
        'object',
        { label: htmlText(label), id, ...facts },
        xmlElement('mxCell', cell, geometry),
      );
