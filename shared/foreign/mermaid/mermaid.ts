import { t } from '../../locales/texts.ts';
import { refused } from '../../otm/syntax/parsed.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignFlow,
  ForeignReading,
} from '../foreign-model.ts';
import { nothingNoted } from '../foreign-notes.ts';
import { textOfHtml } from '../plain-text.ts';
import { diagramsIn } from './diagrams.ts';
import { isKindClass, kindOfNode } from './kinds.ts';
import {
  isContinued,
  readLink,
  readNode,
  skipSpace,
  unquoted,
  type MermaidLink,
  type MermaidNode,
} from './tokens.ts';

/**
 * Tells if a text is a Mermaid diagram, or a Markdown file with one. An OTM file in YAML is none, even
 * if a description in it contains a diagram.
 */
export const isMermaid = (text: string): boolean =>
  !/^["']?otmVersion\b/m.test(text) && diagramsIn(text).length > 0;

/**
 * Reads Mermaid flowcharts. Subgraphs become boundaries, and cylinders become stores. Diagrams of other
 * types are left out. If there are no flowcharts, the text is refused.
 */
export const readMermaid = (text: string, title: string): ForeignReading => {
  const notes = nothingNoted();
  const canvases: ForeignCanvas[] = [];
  const diagrams = diagramsIn(text);
  for (const [at, { type, title: ownTitle, flowchart }] of diagrams.entries()) {
    const place = `chart ${at + 1}`;
    if (flowchart === undefined) {
      notes.leftOut.push({ place, message: t('imports:foreign.diagram-type', { type }) });
      continue;
    }
    const count = canvases.length + 1;
    const canvas = chartOf(flowchart, `chart-${count}`);
    if ('error' in canvas) {
      return refused(place, t('imports:refused.mermaid', { found: canvas.error }));
    }
    const fallback = count === 1 ? title : `${title} ${count}`;
    canvases.push({ ...canvas, title: ownTitle || fallback });
  }
  const [first] = diagrams;
  if (first && canvases.length === 0) {
    return refused('chart 1', t('imports:refused.mermaid-type', { type: first.type }));
  }
  return { ok: true, model: { title, canvases, isDrawing: true, notes } };
};

/** Statements that the reader skips: directions, styles, and clicks. */
const styling = /^(?:(?:classDef|style|linkStyle|click)\s|direction\s+(?:TB|TD|BT|RL|LR)\s*$)/;

type Subgraph = {
  id: string;
  /** The IDs of all nodes and subgraphs that are mentioned inside. */
  mentioned: Set<string>;
};

/** A node with the text, shape, and class that the chart has given it so far. */
type Drawn = Pick<MermaidNode, 'id' | 'text' | 'shape' | 'tag'>;

type Chart = {
  elements: Map<string, ForeignElement>;
  nodes: Map<string, Drawn>;
  flows: ForeignFlow[];
  /** The IDs that the file gives to links. */
  links: Set<string>;
  /** The number of calls of `numbered` with each ID. */
  counts: Map<string, number>;
  /** The open subgraphs. The innermost subgraph is the last. */
  open: Subgraph[];
};

const chartOf = (source: string, id: string): ForeignCanvas | { error: string } => {
  const chart: Chart = {
    elements: new Map(),
    nodes: new Map(),
    flows: [],
    links: new Set(),
    counts: new Map(),
    open: [],
  };
  for (const statement of statementsOf(source)) {
    if (statement === '' || styling.test(statement) || isOfLink(statement, chart)) continue;
    if (/^subgraph(?:\s|$)/.test(statement)) {
      openSubgraph(statement.slice('subgraph'.length).trim(), chart);
    } else if (/^class\s/.test(statement)) {
      readClass(statement, chart);
    } else if (statement === 'end') {
      closeSubgraph(chart);
    } else if (!readStatement(statement, chart)) {
      return { error: /^.{0,60}/.exec(statement)?.[0] ?? '' };
    }
  }
  while (chart.open.length > 0) closeSubgraph(chart);
  return { id, title: '', elements: [...chart.elements.values()], flows: chart.flows };
};

/** Tells if a statement sets properties of a link: `e1@{ animate: true }`. */
const isOfLink = (statement: string, { links }: Chart): boolean =>
  links.has(/^([^\s"@]{1,200})@\{/.exec(statement)?.[1] ?? '');

/**
 * Quoted texts, the texts of links, entities, brackets, and the ends of statements. A color such as
 * `fill:#f00;`, a word before a semicolon at the end of a line, and a node after an `&` are no entities.
 */
const marks =
  /"[^"]*"|(?<=[-=~][>ox-]?[ \t]*)\|[^|"\n]*(?:\n[^|"\n]*){0,3}\||(?<!:)(?:#\w+|&(?:#\w+|amp|lt|gt|quot|apos|nbsp|[mn]dash|hellip|[lr]arr|times|copy));(?![ \t]*$)|[[\](){}\n;]/gm;

/** Returns the statements of a chart. Lines that a link connects are one statement. */
const statementsOf = (source: string): string[] => {
  const statements: string[] = [];
  let last = '';
  for (const line of linesOf(source)) {
    if (line === '') continue;
    if (isContinued(last, line)) statements.push(`${statements.pop() ?? ''} ${line}`);
    else statements.push(line);
    last = line;
  }
  return statements;
};

/**
 * Splits a chart at each line end and semicolon that is not in quotes, in brackets, or in an entity.
 */
const linesOf = (source: string): string[] => {
  const lines: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: mark, index } of source.matchAll(marks)) {
    if ('[({'.includes(mark)) depth += 1;
    else if ('])}'.includes(mark)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && '\n;'.includes(mark)) {
      lines.push(source.slice(from, index).trim());
      from = index + 1;
    }
  }
  return [...lines, source.slice(from).trim()];
};

/** Opens a subgraph. Its parent is undefined until it is closed, unless it was found before. */
const openSubgraph = (rest: string, chart: Chart): void => {
  const { elements, open } = chart;
  const { id, name } = subgraphIn(rest, chart);
  elements.set(id, {
    id,
    kind: 'trustBoundaryNode',
    name: labelOf(name),
    parent: elements.get(id)?.parent ?? undefined,
  });
  open.at(-1)?.mentioned.add(id);
  open.push({ id, mentioned: new Set() });
};

/** A subgraph with a title in brackets. The ID may be in quotes or contain spaces. */
const titled = /^(?:"([^"]*)"|([^"[\]]+?))\s*\[([\s\S]*)\]$/;

const subgraphIn = (rest: string, chart: Chart): { id: string; name: string } => {
  const node = readNode(rest, 0);
  if (node && skipSpace(rest, node.end) === rest.length) {
    return { id: node.id, name: node.text ?? node.id };
  }
  const [, quotedId, plainId, title] = titled.exec(rest) ?? [];
  if (title !== undefined) {
    const id = quotedId ?? plainId ?? '';
    return { id: id || numbered('subgraph', chart), name: unquoted(title) };
  }
  const name = unquoted(rest);
  // As in Mermaid, a title with spaces is no ID, so two subgraphs can have the same title.
  const isId = name !== '' && !/\s/.test(name);
  return { id: isId ? name : numbered(name || 'subgraph', chart), name };
};

/**
 * Closes the innermost subgraph. It becomes the parent of the elements that it mentions, except those
 * that have a parent, and the open subgraphs, which are around it.
 */
const closeSubgraph = ({ elements, open }: Chart): void => {
  const closed = open.pop();
  if (!closed) return;
  for (const id of closed.mentioned) {
    const element = elements.get(id);
    if (element?.parent === null && id !== closed.id) element.parent = closed.id;
  }
  const subgraph = elements.get(closed.id);
  if (subgraph) subgraph.parent ??= null;
};

const readStatement = (line: string, chart: Chart): boolean => {
  let sources = readNodes(line, 0, chart);
  if (!sources) return false;
  for (let at = sources.end; at < line.length;) {
    const link = readLink(line, at);
    if (!link) return false;
    const targets = readNodes(line, link.end, chart);
    if (!targets) return false;
    if (link.id !== undefined) chart.links.add(link.id);
    if (!link.isInvisible && !addFlows(link, sources.ids, targets.ids, chart)) return false;
    sources = targets;
    at = targets.end;
  }
  return true;
};

/** Adds a flow for each pair of ends. Returns false if the chart has too many flows. */
const addFlows = (
  link: MermaidLink,
  sources: readonly string[],
  targets: readonly string[],
  chart: Chart,
): boolean => {
  for (const source of sources) {
    for (const target of targets) {
      const [from, to] = link.isBackwards ? [target, source] : [source, target];
      chart.flows.push({
        // The ID contains no line number, because line numbers change when lines are added.
        id: link.id ?? numbered(`flow-${from}-${to}`, chart),
        name: labelOf(link.text),
        source: { id: from },
        target: { id: to },
        ...(link.isBoth && { data: { bidirectional: true } }),
      });
      if (chart.flows.length > maxFlows) return false;
    }
  }
  return true;
};

/** Returns an ID, with a number if it was returned before. */
const numbered = (id: string, { counts }: Chart): string => {
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  return count === 1 ? id : `${id}-${count}`;
};

/**
 * The maximum number of flows in a chart. `A & B --> C & D` means four flows, so a short text could mean
 * millions.
 */
const maxFlows = 100_000;

/** Reads one or more nodes, such as `A & B[Text]`, and adds them to the chart. */
const readNodes = (
  line: string,
  from: number,
  chart: Chart,
): { ids: string[]; end: number } | undefined => {
  const ids: string[] = [];
  for (let at = from; ;) {
    const node = readNode(line, skipSpace(line, at));
    if (!node) return undefined;
    ids.push(node.id);
    chart.open.at(-1)?.mentioned.add(node.id);
    draw(node, chart);
    at = skipSpace(line, node.end);
    if (line[at] !== '&') return { ids, end: at };
    at += 1;
  }
};

/** Reads a statement that gives a class to nodes: `class A,B store`. */
const readClass = (statement: string, chart: Chart): void => {
  const words = statement.split(/\s+/);
  for (const id of words.slice(1, -1).join('').split(',')) {
    if (chart.nodes.has(id)) draw({ id, text: undefined, shape: '', tag: words.at(-1) }, chart);
  }
};

/**
 * Adds or changes a node. The last text, the last shape, and the last class with a meaning that the
 * chart states count.
 */
const draw = (mention: Drawn, { elements, nodes }: Chart): void => {
  const { id } = mention;
  const element = elements.get(id);
  if (element?.kind === 'trustBoundaryNode') return;
  const before = nodes.get(id);
  const isPlain = mention.text === undefined && mention.shape === '' && mention.tag === undefined;
  if (before && isPlain) return;
  const text = mention.text ?? before?.text;
  const shape = mention.shape || (before?.shape ?? '');
  const tag = isKindClass(mention.tag) ? mention.tag : before?.tag;
  nodes.set(id, { id, text, shape, tag });
  // A node with only an icon is named like its ID.
  const name = text === '' ? '' : labelOf(text ?? id) || id;
  elements.set(id, {
    id,
    kind: kindOfNode(shape, tag, name),
    name,
    parent: element?.parent ?? null,
  });
};

/** The name of an icon that Mermaid draws instead: `fa:fa-user`. */
const icon = /\bfa[bdklrs]?:fa-[\w-]+/g;

/** The emphasis in a text that is Markdown: `**bold**`, `_italic_`. */
const emphasis =
  /(\*{1,2})(?=\S)([^*\n]{1,200})(?<=\S)\1|(?<!\w)(_{1,2})(?=\S)([^_\n]{1,200})(?<=\S)\3(?!\w)/g;

/** Returns a label in backticks, which is Markdown, without the backticks and the emphasis. */
const withoutMarkdown = (label: string): string => {
  const markdown = /^`([\s\S]*)`$/.exec(label)?.[1];
  return markdown?.replaceAll(emphasis, '$2$4') ?? label;
};

/**
 * Returns a label as plain text. Mermaid escapes a character as `#quot;` or `#35;`, and reads `\n` as a
 * line end.
 */
const labelOf = (text: string): string =>
  textOfHtml(
    withoutMarkdown(text)
      .replaceAll(icon, '')
      .replaceAll('\\n', '\n')
      .replaceAll(/#(\w+);/g, (_all, code: string) =>
        /^\d+$/.test(code) ? `&#${code};` : `&${code};`,
      ),
  );
