import type { NodeChange } from '@xyflow/react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowNode } from '../state/flow-elements.ts';
import { prefersReducedMotion } from '../viewport/view-box.ts';

/**
 * The duration of the animation, in milliseconds. It is long enough for the eye to follow, and short
 * enough not to delay the person.
 */
const duration = 250;

/**
 * The largest number of nodes that are animated. If more nodes move, the eye cannot follow, so no node
 * is animated.
 */
const maxGliding = 300;

const ease = (part: number): number => 1 - (1 - part) ** 3;

/**
 * Previews a document and animates the moved nodes to their new positions. The canvas store gets the new
 * document at once, and only React Flow's nodes are animated. So an action during the animation uses the
 * final positions.
 */
export const showAnimated = async (next: CanvasDocument): Promise<void> => {
  const { nodes, document, preview } = useCanvas.getState();
  const before = new Map(nodes.map((node) => [node.id, node]));
  preview(next);
  const after = useCanvas.getState().nodes.filter(({ id }) => {
    return nodeById(document, id) !== nodeById(next, id) && before.has(id);
  });
  if (after.length > maxGliding || prefersReducedMotion()) return;
  await glide(before, after);
};

const glide = async (
  before: ReadonlyMap<string, FlowNode>,
  after: readonly FlowNode[],
): Promise<void> => {
  const { document, changeNodes, preview } = useCanvas.getState();
  const pairs = after.flatMap((node) => {
    const old = before.get(node.id);
    return old ? [{ old, node }] : [];
  });
  const show = (part: number): void =>
    changeNodes(pairs.flatMap(({ old, node }) => between(old, node, ease(part))));
  const start = performance.now();
  show(0);
  for (let part = 0; part < 1;) {
    part = Math.min(1, ((await nextFrame()) - start) / duration);
    // Apply, Cancel, undo, or sync has replaced the document, so the animation stops.
    if (useCanvas.getState().document !== document) return;
    if (part < 1) show(part);
  }
  // The animation ends with the exact positions of the document.
  preview(document);
};

const nextFrame = async (): Promise<number> =>
  await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));

const between = (
  old: FlowNode,
  { id, ...node }: FlowNode,
  part: number,
): NodeChange<FlowNode>[] => {
  const at = (from: number, to: number): number => from + (to - from) * part;
  const position = {
    x: at(old.position.x, node.position.x),
    y: at(old.position.y, node.position.y),
  };
  const changes: NodeChange<FlowNode>[] = [{ type: 'position', id, position }];
  const [from, to] = [old.measured, node.measured];
  if (from?.width !== to?.width || from?.height !== to?.height) {
    const dimensions = {
      width: Math.round(at(from?.width ?? 0, to?.width ?? 0)),
      height: Math.round(at(from?.height ?? 0, to?.height ?? 0)),
    };
    changes.push({ type: 'dimensions', id, dimensions, setAttributes: true });
  }
  return changes;
};
