import { defaultKind, type ElementKind } from '../element-kinds.ts';
import { readTextLine, type TextEnd, type TextLine } from './text-line.ts';

/**
 * A canvas as lines of text, which can be pasted into a text editor and back into a canvas. The name
 * identifies an element, so two elements with the same name become one. Flows connect processes,
 * data stores, and external entities.
 *
 *     Web app                      a process
 *     [Orders]   store: Orders     a data store
 *     (Browser)  entity: Browser   an external entity
 *     note: To be discussed        a note
 *     boundary: DMZ {              a trust boundary: children in braces or indented below it
 *       Proxy
 *     }
 *     Browser -> Proxy: HTTPS      a flow; <- the opposite direction, <-> and - both directions
 *     "a -> b"                     a name with special characters, as a JSON string
 *
 * Bullets, numbers, and check boxes before a line are ignored, and so are lines that begin with #,
 * //, or %%. Boundaries nest up to 100 levels. Elements nested more deeply go into the boundary of
 * the hundredth level.
 */
export type TextNode = {
  name: string;
  kind: ElementKind;
  /**
   * The index in `nodes` of the boundary that contains the element, or `null`. It is smaller than the
   * element's own index.
   */
  within: number | null;
};
export type TextFlow = {
  source: string;
  target: string;
  label: string;
  isBidirectional: boolean;
};
export type TextDiagram = { nodes: TextNode[]; flows: TextFlow[] };

const deepest = 100;

type Block = { boundary: number; indent: number; isBraced: boolean };
const tabWidth = 4;
const indentOf = (line: string): number => {
  const [space = ''] = /^\s*/u.exec(line) ?? [];
  return space.replaceAll('\t', ' '.repeat(tabWidth)).length;
};

type Mention = { end: TextEnd; within: number | null };

/**
 * Returns the elements and flows that a text describes. A line without special syntax is the name of a
 * process.
 */
export const readTextDiagram = (text: string): TextDiagram => {
  const nodes: TextNode[] = [];
  const flows: TextFlow[] = [];
  const mentions: Mention[] = [];
  const indexOf = new Map<string, number>();
  const blocks: Block[] = [];

  const within = (): number | null =>
    blocks[Math.min(blocks.length, deepest) - 1]?.boundary ?? null;
  const declare = ({ end: { name, kind }, within: boundary }: Mention): void => {
    const known = nodes[indexOf.get(name) ?? -1];
    if (known && known.kind === defaultKind && kind) known.kind = kind;
    if (known) return;
    indexOf.set(name, nodes.length);
    nodes.push({ name, kind: kind ?? defaultKind, within: boundary });
  };

  const take = (line: TextLine, indent: number): void => {
    switch (line.says) {
      case 'nothing':
        return;
      case 'end':
        blocks.length = Math.max(
          0,
          blocks.findLastIndex(({ isBraced }) => isBraced),
        );
        return;
      case 'boundary': {
        nodes.push({ name: line.name, kind: line.kind, within: within() });
        blocks.push({ boundary: nodes.length - 1, indent, isBraced: line.isBraced });
        return;
      }
      case 'note':
        nodes.push({ name: line.name, kind: line.kind, within: within() });
        return;
      case 'element':
        declare({ end: line.end, within: within() });
        return;
      case 'flow': {
        const { source, target, label, isBidirectional } = line;
        mentions.push({ end: source, within: within() }, { end: target, within: within() });
        flows.push({ source: source.name, target: target.name, label, isBidirectional });
      }
    }
  };

  for (const raw of text.split(/\r\n?|\n/u)) {
    const line = readTextLine(raw);
    if (line.says === 'nothing') continue;
    const indent = indentOf(raw);
    blocks.length = 1 + blocks.findLastIndex((block) => block.isBraced || indent > block.indent);
    take(line, indent);
  }
  // The elements named in flows are declared last, because the line of a flow determines the boundary of
  // an element only if the element has no line of its own.
  for (const mention of mentions) declare(mention);
  return { nodes, flows };
};
