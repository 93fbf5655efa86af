import { replaceEqualDeep } from '@tanstack/react-query';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { elementById, nodeById } from '#shared/canvas/lookup.ts';
import type { FlowNode } from './flow-elements.ts';
import { selectionIn, type Selection } from './select.ts';
import { shown, type Drawn, type Region } from './shown.ts';

type Shown = Drawn & { document: CanvasDocument; selection: Selection; region: Region };

/**
 * What is shown when a drawing comes from elsewhere. What did not change keeps its identity, and
 * with it its place in the page; what still exists keeps its selection; what the hand is moving
 * stays where the hand is, with whatever else is new of it.
 */
export const arrive = (before: Shown, arriving: CanvasDocument): Shown => {
  const document = {
    ...arriving,
    nodes: unchangedAsBefore(before.document.nodes, arriving.nodes),
    edges: unchangedAsBefore(before.document.edges, arriving.edges),
  };
  const { nodes, edges } = before.selection;
  const selection = selectionIn(document, [...nodes, ...edges], before.selection);
  return drawnAroundHand(before, { document, selection });
};

/** As the document has it, but for what the hand is moving. */
export const drawnAroundHand = (before: Shown, now: Partial<Shown>): Shown => {
  const after = { ...before, ...now };
  const { nodes, edges } = shown(after.document, before, after.selection, after.region);
  const moving = new Map(underHand(before).map((node) => [node.id, node]));
  if (moving.size === 0) return { ...after, nodes, edges };
  return {
    ...after,
    nodes: nodes.map((node) => {
      const held = moving.get(node.id);
      // A place is relative to the parent, and says nothing within another one.
      return held && held.parentId === node.parentId ? { ...held, data: node.data } : node;
    }),
    edges,
  };
};

/** Nodes in the middle of a gesture: they are drawn elsewhere than the document has them. */
export const underHand = ({ document, nodes }: Pick<Shown, 'document' | 'nodes'>): FlowNode[] =>
  nodes.filter((node) => {
    const { position } = nodeById(document, node.id) ?? node;
    return (
      node.dragging === true ||
      node.resizing === true ||
      node.position.x !== position.x ||
      node.position.y !== position.y
    );
  });

const unchangedAsBefore = <Element extends { id: string }>(
  before: readonly Element[],
  arriving: readonly Element[],
): Element[] =>
  arriving.map((element) => {
    const old = elementById(before, element.id);
    return old ? replaceEqualDeep(old, element) : element;
  });
