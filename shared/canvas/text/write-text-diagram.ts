import { isNodeType, type CanvasNode, type NodeType } from '../document.ts';
import type { Fragment } from '../edits/copy.ts';

/** Certainly read as a name and nothing else, within brackets too. */
const plain = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.,;/&'+%!?*@$ ]|-(?! )(?<! -))*$/u;
const isPlain = (name: string): boolean =>
  plain.test(name) && name === name.trim() && !/^\d+[.)](?:\s|$)/u.test(name);

const nameText = (name: string): string => (isPlain(name) ? name : JSON.stringify(name));

const lineOf: Record<NodeType, (name: string) => string> = {
  processNode: (name) => name,
  dataStoreNode: (name) => `[${name}]`,
  externalEntityNode: (name) => `(${name})`,
  trustBoundaryNode: (name) => `boundary: ${name}`,
  noteNode: (name) => `note: ${name}`,
};

/** A type that we do not know is a plain box, like a process. */
const kindOf = ({ type }: CanvasNode): NodeType =>
  type !== undefined && isNodeType(type) ? type : 'processNode';

const labelOf = ({ data }: CanvasNode): string => data.label ?? '';

const labelText = (label: string): string => {
  if (label === '') return '';
  const isOneLine = label === label.trim() && !/[\r\n]/u.test(label) && !label.startsWith('"');
  return `: ${isOneLine ? label : JSON.stringify(label)}`;
};

/**
 * A part of a drawing as text-diagram.ts reads it. Flows that end at a boundary or a note, which
 * other tools may draw, are left out.
 */
export const writeTextDiagram = ({ nodes, edges }: Fragment): string => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const held = Map.groupBy(nodes, ({ parentId }) =>
    parentId !== undefined && byId.has(parentId) ? parentId : '',
  );
  const linesOf = (holder: string, indent: string): string[] =>
    (held.get(holder) ?? []).flatMap((node) => {
      const line = indent + lineOf[kindOf(node)](nameText(labelOf(node)));
      const within = linesOf(node.id, `${indent}  `);
      if (kindOf(node) !== 'trustBoundaryNode') return [line, ...linesOf(node.id, indent)];
      return within.length === 0 ? [line] : [`${line} {`, ...within, `${indent}}`];
    });

  const endText = (id: string): string | null => {
    const node = byId.get(id);
    if (!node) return null;
    const kind = kindOf(node);
    return kind === 'trustBoundaryNode' || kind === 'noteNode' ? null : nameText(labelOf(node));
  };
  const flows = edges.flatMap(({ source, target, data }) => {
    const [from, to] = [endText(source), endText(target)];
    if (from === null || to === null) return [];
    const sign = data?.bidirectional === true ? '<->' : '->';
    return [`${from} ${sign} ${to}${labelText(data?.label ?? '')}`];
  });
  const elements = linesOf('', '');
  const parts = flows.length > 0 && elements.length > 0 ? [...elements, '', ...flows] : elements;
  return parts.join('\n');
};
