import {
  emptyDocument,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
} from '../canvas/document.ts';
import { defaultKind, elementKinds, isElementKind, roleOf } from '../canvas/element-kinds.ts';
import type { ModelContent } from '../otm/content.ts';
import { markdownLine } from './markdown-text.ts';
import { nestedNodes } from './nested-nodes.ts';

/**
 * Returns a model as a Mermaid flowchart. A model with several canvases becomes a Markdown file with
 * one flowchart for each canvas.
 */
export const mermaidText = ({ title, canvases }: ModelContent): string => {
  const [first, second] = canvases;
  if (!second) return chartOf(first?.data ?? emptyDocument);
  const sections = canvases.map(
    (canvas) => `## ${markdownLine(canvas.title)}\n\n${fenced(chartOf(canvas.data))}`,
  );
  return [`# ${markdownLine(title)}\n`, ...sections].join('\n');
};

const fenced = (chart: string): string => `\`\`\`mermaid\n${chart}\`\`\`\n`;

/** Returns the text of a model as Markdown. A single flowchart gets the title. */
export const mermaidMarkdown = (text: string, title: string): string =>
  text.startsWith(chartStart) ? `# ${markdownLine(title)}\n\n${fenced(text)}` : text;

const chartStart = 'flowchart LR';

/**
 * Mermaid's default limits (`maxEdges`, `maxTextSize`). If a flowchart has more flows or characters,
 * Mermaid shows an error instead. The flowchart itself cannot raise the limits.
 */
export const maxFlows = 500;
export const maxCharacters = 50_000;

/** Returns the number of flowcharts that are too large for Mermaid. */
export const countLargeCharts = ({ canvases }: ModelContent): number =>
  canvases.filter((canvas) => {
    const chart = chartOf(canvas.data);
    return chart.length > maxCharacters || flowsOf(canvas.data).length > maxFlows;
  }).length;

/** Returns the flows whose ends are both on the canvas. */
const flowsOf = ({ nodes, edges }: CanvasDocument): CanvasEdge[] => {
  const known = new Set(nodes.map(({ id }) => id));
  return edges.filter(({ source, target }) => known.has(source) && known.has(target));
};

const chartOf = (document: CanvasDocument): string => {
  const nodes = nestedNodes(document);
  // The nodes get new IDs, because the IDs of the document may be keywords of Mermaid.
  const ids = new Map(nodes.map(({ node }, at) => [node.id, `n${at + 1}`]));
  const lines = [chartStart, ...classes];
  const open: number[] = [];
  const close = (depth: number): void => {
    while ((open.at(-1) ?? -1) >= depth) lines.push(`${'  '.repeat((open.pop() ?? 0) + 1)}end`);
  };
  for (const { node, depth } of nodes) {
    close(depth);
    const indent = '  '.repeat(depth + 1);
    const id = ids.get(node.id) ?? '';
    if (roleOf(node.type) === 'boundary') {
      lines.push(`${indent}subgraph ${id}[${quoted(node.data.label)}]`);
      open.push(depth);
    } else lines.push(`${indent}${id}${drawn(node)}`);
  }
  close(0);
  for (const edge of flowsOf(document)) {
    lines.push(`  ${ids.get(edge.source) ?? ''} ${arrow(edge)} ${ids.get(edge.target) ?? ''}`);
  }
  return `${lines.join('\n')}\n`;
};

const classes = Object.values(elementKinds).flatMap(({ role, colors: { fill, line }, textWords }) =>
  role === 'boundary' ? [] : [`  classDef ${textWords[0]} fill:${fill.light},stroke:${line.light}`],
);

const drawn = ({ type, data }: CanvasNode): string => {
  const { mermaid, textWords } = elementKinds[isElementKind(type) ? type : defaultKind];
  const [open, close] = mermaid;
  // The class names the kind, because some kinds have the same shape.
  return `${open}${quoted(data.label)}${close}:::${textWords[0]}`;
};

const arrow = ({ data }: CanvasEdge): string => {
  const label = data?.label ?? '';
  const line = data?.bidirectional === true ? '<-->' : '-->';
  return label.trim() === '' ? line : `${line}|${quoted(label)}|`;
};

/**
 * Matches the characters that could have a meaning in Mermaid, in HTML, or in Markdown, because Mermaid
 * reads names as Markdown. There, an underscore at the edge of a word begins emphasis, and a hyphen or
 * `1)` at the start of a line begins a list.
 */
const special = /[^\p{L}\p{M}\p{N}_,/() -]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^\d(?=\d*\))|^-/gu;

/**
 * Matches the word `direction` where Mermaid would read it as a statement, even within quotes. To
 * prevent this, one letter of the word is escaped.
 */
const direction = /direction(?= +(?:TB|BT|RL|LR|TD))/g;

/**
 * Returns a text in quotes. Line breaks become `<br/>`, and special characters become codes such as
 * `#35;`.
 */
const quoted = (label = ''): string => {
  const lines = label
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter((line) => line !== '');
  const written = lines.map((line) =>
    line.replaceAll(special, (character) => `#${character.codePointAt(0)};`),
  );
  return `"${written.join('<br/>').replaceAll(direction, 'directio#110;') || ' '}"`;
};
