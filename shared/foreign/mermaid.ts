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
import { readLink, readNode, skipSpace, type MermaidNode } from './mermaid-tokens.ts';
import { textOfHtml } from './plain-text.ts';

const start =
  /^[ \t]*(?:flowchart|graph)(?:-elk)?(?=[ \t;\n]|$)[ \t]*(?:TB|TD|BT|RL|LR|[<>v^])?[ \t]*;?/;

const fence = /^[ \t]*```+[ \t]*mermaid[^\n]*\n([\s\S]*?)^[ \t]*```/gm;

/** Returns the flowcharts of a text: the text itself, or the fenced blocks of a Markdown file. */
const chartsIn = (text: string): string[] => {
  const bare = text.replaceAll(/\r\n?/g, '\n').replace(/^---\n[\s\S]*?\n---[ \t]*\n/, '');
  const blocks = [...bare.matchAll(fence)].map(([, block = '']) => block);
  return (blocks.length > 0 ? blocks : [bare])
    .map((block) => block.replaceAll(/%%\{[^}]*\}[^\n]*|^[ \t]*%%[^\n]*$/gm, '').trim())
    .filter((block) => start.test(block));
};

/** Tells if a text is a Mermaid flowchart, or a Markdown file with one. */
export const isMermaid = (text: string): boolean =>
  /(?:^|\n)[ \t]*(?:flowchart|graph)\b/.test(text) && chartsIn(text).length > 0;

/** Reads Mermaid flowcharts. Subgraphs become boundaries, and cylinders become stores. */
export const readMermaid = (text: string, title: string): ForeignReading => {
  const notes = nothingNoted();
  const canvases: ForeignCanvas[] = [];
  for (const [at, chart] of chartsIn(text).entries()) {
    const canvas = chartOf(chart.replace(start, ''), at);
    if ('error' in canvas) {
      return refused(`chart ${at + 1}`, t('imports:refused.mermaid', { found: canvas.error }));
    }
    canvases.push({ ...canvas, title: at === 0 ? title : `${title} ${at + 1}` });
  }
  return { ok: true, model: { title, canvases, isDrawing: true, notes } };
};

/** Statements that the reader skips: directions, styles, clicks, and accessibility texts. */
const styling = /^(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b/;

type Chart = {
  elements: Map<string, ForeignElement>;
  flows: ForeignFlow[];
  /** The number of flows with the same ends, by the ID of the first of these flows. */
  parallel: Map<string, number>;
  /** The IDs of the open subgraphs. The innermost subgraph is the last. */
  open: string[];
};

const chartOf = (source: string, at: number): ForeignCanvas | { error: string } => {
  const chart: Chart = { elements: new Map(), flows: [], parallel: new Map(), open: [] };
  for (const line of statementsOf(source)) {
    if (line === '' || styling.test(line)) continue;
    if (/^subgraph\b/.test(line)) openSubgraph(line.slice('subgraph'.length).trim(), chart);
    else if (/^end\b\s*$/.test(line)) chart.open.pop();
    else if (!readStatement(line, chart)) return { error: line.slice(0, 60) };
  }
  const { elements, flows } = chart;
  return { id: `chart-${at + 1}`, title: '', elements: [...elements.values()], flows };
};

/** Splits a chart into statements at each line end and semicolon that is not in quotes. */
const statementsOf = (source: string): string[] => {
  const statements: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= source.length; at += 1) {
    const character = source[at];
    if (character === '"') isQuoted = !isQuoted;
    const isEnd =
      character === undefined || (!isQuoted && (character === '\n' || character === ';'));
    if (!isEnd) continue;
    statements.push(source.slice(from, at).trim());
    from = at + 1;
  }
  return statements;
};

const openSubgraph = (rest: string, { elements, open }: Chart): void => {
  const node = readNode(rest, 0);
  const isNamed = node && skipSpace(rest, node.end) === rest.length;
  const id = isNamed ? node.id : rest.replaceAll('"', '');
  const known = elements.get(id);
  const name = (isNamed ? node.text : undefined) ?? id;
  elements.set(id, {
    id,
    kind: 'trustBoundaryNode',
    name: labelOf(name),
    parent: known?.parent ?? open.at(-1) ?? null,
  });
  open.push(id);
};

const readStatement = (line: string, chart: Chart): boolean => {
  let sources = readNodes(line, 0, chart);
  if (!sources) return false;
  for (let at = sources.end; at < line.length;) {
    const link = readLink(line, at);
    if (!link) return false;
    const targets = readNodes(line, link.end, chart);
    if (!targets) return false;
    for (const source of sources.ids) {
      for (const target of targets.ids) {
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
    sources = targets;
    at = targets.end;
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
  const known = elements.get(id);
  if (known?.kind === 'trustBoundaryNode') return;
  const parent = open.at(-1);
  if (known) {
    // If an element is mentioned several times with a text, the last text is its name. The element stays
    // in the first subgraph that mentions it.
    if (text !== undefined)
      elements.set(id, { ...known, name: labelOf(text), kind: kindOf(shape, tag, text) });
    if (known.parent === null && parent !== undefined) {
      elements.set(id, { ...(elements.get(id) ?? known), parent });
    }
    return;
  }
  const name = labelOf(text ?? id);
  elements.set(id, { id, kind: kindOf(shape, tag, name), name, parent: parent ?? null });
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
