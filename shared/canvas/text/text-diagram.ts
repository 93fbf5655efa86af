import type { NodeType } from '../document.ts';
import { readTextLine, type TextEnd, type TextLine } from './text-line.ts';

/**
 * A drawing as lines of text, to be pasted into a document and back. A name tells elements apart,
 * so two of the same name are one; flows end at processes, data stores and external entities.
 *
 *     Web app                      a process
 *     [Orders]   store: Orders     a data store
 *     (Browser)  entity: Browser   an external entity
 *     note: To be discussed        a note
 *     boundary: DMZ {              a trust boundary: what stands in braces, or indented below it
 *       Proxy
 *     }
 *     Browser -> Proxy: HTTPS      a flow; <- the other way, <-> and - both ways
 *     "a -> b"                     a name that would be read otherwise, as a JSON string
 *
 * Bullets, numbers and check boxes before a line are left out, as are lines that begin with #, //
 * or %%.
 */
export type TextNode = {
  name: string;
  kind: NodeType;
  /** The place of its boundary in the list, which is before its own. */
  within: number | null;
};
export type TextFlow = {
  source: string;
  target: string;
  label: string;
  isBidirectional: boolean;
};
export type TextDiagram = { nodes: TextNode[]; flows: TextFlow[] };

type Block = { boundary: number; indent: number; isBraced: boolean };
const tabWidth = 4;
const indentOf = (line: string): number => {
  const [space = ''] = /^\s*/u.exec(line) ?? [];
  return space.replaceAll('\t', ' '.repeat(tabWidth)).length;
};

type Mention = { end: TextEnd; within: number | null };

/** Every line means something; what a line cannot mean otherwise is the name of a process. */
export const readTextDiagram = (text: string): TextDiagram => {
  const nodes: TextNode[] = [];
  const flows: TextFlow[] = [];
  const mentions: Mention[] = [];
  const placeOf = new Map<string, number>();
  let blocks: Block[] = [];

  const within = (): number | null => blocks.at(-1)?.boundary ?? null;
  const declare = ({ end: { name, kind }, within: boundary }: Mention): void => {
    const known = nodes[placeOf.get(name) ?? -1];
    if (known && known.kind === 'processNode' && kind) known.kind = kind;
    if (known) return;
    placeOf.set(name, nodes.length);
    nodes.push({ name, kind: kind ?? 'processNode', within: boundary });
  };

  const take = (line: TextLine, indent: number): void => {
    switch (line.says) {
      case 'nothing':
        return;
      case 'end':
        blocks = blocks.slice(
          0,
          Math.max(
            0,
            blocks.findLastIndex(({ isBraced }) => isBraced),
          ),
        );
        return;
      case 'boundary': {
        nodes.push({ name: line.name, kind: 'trustBoundaryNode', within: within() });
        blocks = [...blocks, { boundary: nodes.length - 1, indent, isBraced: line.isBraced }];
        return;
      }
      case 'note':
        nodes.push({ name: line.name, kind: 'noteNode', within: within() });
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
    const left = blocks.findLastIndex((block) => block.isBraced || indent > block.indent);
    blocks = blocks.slice(0, left + 1);
    take(line, indent);
  }
  // A line of its own says where an element stands, and a flow only where there is no such line.
  for (const mention of mentions) declare(mention);
  return { nodes, flows };
};
