import { elementKindNames, elementKinds, roleOf } from '../canvas/element-kinds.ts';
import { t } from '../locales/texts.ts';
import { refused } from '../otm/syntax/parsed.ts';
import { kindOfType } from '../otm/vocabulary/node-kind.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignFlow,
  ForeignReading,
} from './foreign-model.ts';
import { nothingNoted } from './foreign-notes.ts';
import { diagramsIn } from './mermaid-diagrams.ts';
import {
  readLink,
  readNode,
  skipSpace,
  type MermaidLink,
  type MermaidNode,
} from './mermaid-tokens.ts';
import { textOfHtml } from './plain-text.ts';

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
const styling = /^(?:classDef|class|style|linkStyle|click|direction)\s/;

type Subgraph = {
  id: string;
  /** The IDs of all nodes and subgraphs that are mentioned inside. */
  mentioned: Set<string>;
};

type Chart = {
  elements: Map<string, ForeignElement>;
  flows: ForeignFlow[];
  /** The IDs that the file gives to links. */
  links: Set<string>;
  /** The number of flows with the same ends, by the ID of the first of these flows. */
  parallel: Map<string, number>;
  /** The open subgraphs. The innermost subgraph is the last. */
  open: Subgraph[];
};

const chartOf = (source: string, id: string): ForeignCanvas | { error: string } => {
  const chart: Chart = {
    elements: new Map(),
    flows: [],
    links: new Set(),
    parallel: new Map(),
    open: [],
  };
  for (const statement of statementsOf(source)) {
    if (statement === '' || styling.test(statement) || isOfLink(statement, chart)) continue;
    if (/^subgraph(?:\s|$)/.test(statement)) {
      openSubgraph(statement.slice('subgraph'.length).trim(), chart);
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
  links.has(/^([\w-]+)@\{/.exec(statement)?.[1] ?? '');

/**
 * Quoted texts, entities, brackets, and the ends of statements. A color such as `fill:#f00;`, and a
 * word before a semicolon at the end of a line, are no entities.
 */
const marks = /"[^"]*"|(?<!:)[#&]#?\w+;(?![ \t]*$)|[[\](){}\n;]/gm;

/**
 * Splits a chart into statements at each line end and semicolon that is not in quotes, in brackets, or
 * in an entity.
 */
const statementsOf = (source: string): string[] => {
  const statements: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: mark, index } of source.matchAll(marks)) {
    if ('[({'.includes(mark)) depth += 1;
    else if ('])}'.includes(mark)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && '\n;'.includes(mark)) {
      statements.push(source.slice(from, index).trim());
      from = index + 1;
    }
  }
  return [...statements, source.slice(from).trim()];
};

/** Opens a subgraph. Its parent is undefined until it is closed, unless it was found before. */
const openSubgraph = (rest: string, { elements, open }: Chart): void => {
  const node = readNode(rest, 0);
  const isNamed = node && skipSpace(rest, node.end) === rest.length;
  const id = isNamed ? node.id : rest.replaceAll('"', '');
  const name = (isNamed ? node.text : undefined) ?? id;
  elements.set(id, {
    id,
    kind: 'trustBoundaryNode',
    name: labelOf(name),
    parent: elements.get(id)?.parent ?? undefined,
  });
  open.at(-1)?.mentioned.add(id);
  open.push({ id, mentioned: new Set() });
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
        id: link.id ?? flowId(from, to, chart),
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

/**
 * Returns an ID that is made from the ends of a flow. It contains no line number, because line numbers
 * change when lines are added.
 */
const flowId = (from: string, to: string, { parallel }: Chart): string => {
  const id = `flow-${from}-${to}`;
  const count = (parallel.get(id) ?? 0) + 1;
  parallel.set(id, count);
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
    add(node, chart);
    at = skipSpace(line, node.end);
    if (line[at] !== '&') return { ids, end: at };
    at += 1;
  }
};

const add = ({ id, text, shape, tag }: MermaidNode, { elements, open }: Chart): void => {
  open.at(-1)?.mentioned.add(id);
  const known = elements.get(id);
  // If an element is mentioned several times with a text, the last text is its name.
  if (known?.kind === 'trustBoundaryNode' || (known && text === undefined)) return;
  const name = labelOf(text ?? id);
  elements.set(id, { id, kind: kindOf(shape, tag, name), name, parent: known?.parent ?? null });
};

const stores = new Set([
  'cylinder',
  'cyl',
  'db',
  'database',
  'lin-cyl',
  'disk',
  'h-cyl',
  'das',
  'datastore',
  'data-store',
  'bow-rect',
  'stored-data',
  'subroutine-store',
]);

/** The classes that Parapet's own export writes, each with the kind that it means. */
const kindsOfTags: ReadonlyMap<string, ForeignElement['kind']> = new Map(
  elementKindNames
    .filter((kind) => roleOf(kind) !== 'boundary')
    .map((kind) => [elementKinds[kind].textWords[0], kind]),
);

const kindOf = (shape: string, tag: string | undefined, text: string): ForeignElement['kind'] => {
  const tagged = kindsOfTags.get(tag ?? '');
  if (tagged) return tagged;
  if (stores.has(shape)) return 'dataStoreNode';
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const isPerson =
    words.length > 0 && words.every((word) => kindOfType(word) === 'externalEntityNode');
  return isPerson ? 'externalEntityNode' : 'processNode';
};

/** Returns a label as plain text. Mermaid escapes a character as `#quot;` or `#35;`. */
const labelOf = (text: string): string =>
  textOfHtml(
    text
      .replaceAll(/#(\w+);/g, (_all, code: string) =>
        /^\d+$/.test(code) ? `&#${code};` : `&${code};`,
      )
      .replaceAll(/^`|`$/g, ''),
  );
