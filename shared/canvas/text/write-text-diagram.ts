import type { CanvasNode } from '../document.ts';
import type { Fragment } from '../edits/copy.ts';
import {
  defaultKind,
  elementKinds,
  isConnectable,
  isElementKind,
  roleOf,
} from '../element-kinds.ts';

/**
 * Matches a name that needs no quotes, because the name cannot be read as anything else, even in
 * brackets.
 */
const plain = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.,;/&'+%!?*@$ ]|-(?! )(?<! -))*$/u;
const isPlain = (name: string): boolean =>
  plain.test(name) && name === name.trim() && !/^\d+[.)](?:\s|$)/u.test(name);

const nameText = (name: string): string => (isPlain(name) ? name : JSON.stringify(name));

const labelOf = ({ data }: CanvasNode): string => data.label ?? '';

/**
 * Returns the line for a node. A node of an unknown type is drawn as a plain box, so it is written as an
 * element of the default kind.
 */
const lineOf = (node: CanvasNode): string => {
  const name = nameText(labelOf(node));
  if (!isElementKind(node.type) || node.type === defaultKind) return name;
  const kind = elementKinds[node.type];
  const [opening, closing] = kind.role === 'component' ? (kind.textBrackets ?? '') : '';
  return opening === undefined ? `${kind.textWords[0]}: ${name}` : `${opening}${name}${closing}`;
};

const labelText = (label: string): string => {
  if (label === '') return '';
  const isOneLine = label === label.trim() && !/[\r\n]/u.test(label) && !label.startsWith('"');
  return `: ${isOneLine ? label : JSON.stringify(label)}`;
};

/**
 * Returns a fragment as text in the format of `text-diagram.ts`. Leaves out flows that begin or end at a
 * boundary or a note. Only other tools create such flows.
 */
export const writeTextDiagram = ({ nodes, edges }: Fragment): string => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = Map.groupBy(nodes, ({ parentId }) =>
    parentId !== undefined && byId.has(parentId) ? parentId : '',
  );
  const linesOf = (holder: string, indent: string): string[] =>
    (children.get(holder) ?? []).flatMap((node) => {
      const line = indent + lineOf(node);
      const within = linesOf(node.id, `${indent}  `);
      if (roleOf(node.type) !== 'boundary') return [line, ...linesOf(node.id, indent)];
      return within.length === 0 ? [line] : [`${line} {`, ...within, `${indent}}`];
    });

  const endText = (id: string): string | null => {
    const node = byId.get(id);
    return node && isConnectable(node.type) ? nameText(labelOf(node)) : null;
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
