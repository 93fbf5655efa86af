import type { NodeChange } from '@xyflow/react';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { prefersStillness } from '../../../ui/prefers-stillness.ts';
import { useCanvas, type Edit } from '../../canvas-store.ts';
import type { FlowNode } from '../../flow-elements.ts';

/** Long enough to be followed by the eye, short enough not to be waited for. */
const duration = 250;

/** More nodes than this cannot be followed, and do not move smoothly. */
const mostGliding = 300;

const ease = (part: number): number => 1 - (1 - part) ** 3;

/**
 * Makes an edit, and lets what it moves glide to its new place. The document changes at once; what
 * React Flow draws follows, so that whatever is done meanwhile finds the nodes where they will be.
 */
export const commitGliding = async (edit: Edit & { operation: CanvasOperation }): Promise<void> => {
  const { nodes, commit } = useCanvas.getState();
  const ids = new Set(edit.operation.flatMap((change) => ('id' in change ? [change.id] : [])));
  const before = new Map(nodes.filter(({ id }) => ids.has(id)).map((node) => [node.id, node]));
  commit(edit);
  const after = useCanvas.getState().nodes.filter(({ id }) => before.has(id));
  if (after.length > mostGliding || prefersStillness()) return;
  await glide(before, after);
};

const glide = async (
  before: ReadonlyMap<string, FlowNode>,
  after: readonly FlowNode[],
): Promise<void> => {
  const { document, changeNodes, commit } = useCanvas.getState();
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
    // Undo, sync or the next edit has shown what there is now.
    if (useCanvas.getState().document !== document) return;
    if (part < 1) show(part);
  }
  // Shows the document as it is, to the letter.
  commit({ label: 'arrange.label.layout' });
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
