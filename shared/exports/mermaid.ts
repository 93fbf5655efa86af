import type { CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { defaultKind, elementKinds, isElementKind, roleOf } from '../canvas/element-kinds.ts';
import type { CanvasContent, ModelContent } from '../otm/content.ts';
import { markdownLine } from './markdown-text.ts';
import { nestedNodes } from './nested-nodes.ts';

/**
 * Returns a model as a Mermaid flowchart. A model with several canvases becomes a Markdown file with
 * one flowchart for each canvas.
 */
export const mermaidText = ({ title, canvases }: ModelContent): string => {
  const [first] = canvases;
  if (first && canvases.length === 1) return chartOf(first);
  const sections = canvases.map(
    (canvas) => `## ${markdownLine(canvas.title)}\n\n\`\`\`mermaid\n${chartOf(canvas)}\`\`\`\n`,
  );
  return [`# ${markdownLine(title)}\n`, ...sections].join('\n');
};

const chartOf = ({ data }: CanvasContent): string => {
  const nodes = nestedNodes(data);
  // The nodes get new IDs, because the IDs of the document may be keywords of Mermaid.
  const ids = new Map(nodes.map(({ node }, at) => [node.id, `n${at + 1}`]));
  const lines = ['flowchart LR', ...classes];
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
  for (const edge of data.edges) {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    if (source !== undefined && target !== undefined) {
      lines.push(`  ${source} ${arrow(edge)} ${target}`);
    }
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
 * The characters that are written unchanged. Every other character is escaped, because it could have a
 * meaning in Mermaid, in HTML, or in a list of Markdown.
 */
const harmless = /[\p{L}\p{M}\p{N}_,/() -]/u;
const list = /^(?:\d+\.|[-+*] )/;

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
    Array.from(line, (character, at) =>
      harmless.test(character) && !(at === 0 && list.test(line))
        ? character
        : `#${character.codePointAt(0)};`,
    ).join(''),
  );
  return `"${written.join('<br/>').replaceAll(direction, 'directio#110;') || ' '}"`;
};
