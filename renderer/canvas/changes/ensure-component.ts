import type { CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';

type Holder = { kind: 'node'; element: CanvasNode } | { kind: 'edge'; element: CanvasEdge };

/**
 * A flow or a boundary gets its component record only when there is something to say of it. The
 * answer is to be put in front of the change that needs the component: both lists are empty when
 * the element has one already.
 */
export const ensureComponent = (
  canvasId: string,
  holder: Holder,
  untitled: string,
): { componentId: string; operation: CanvasOperation; records: RecordChange[] } => {
  const { kind, element } = holder;
  const existing = element.data?.componentId;
  if (existing !== undefined) return { componentId: existing, operation: [], records: [] };
  const componentId = crypto.randomUUID();
  const label = element.data?.label?.trim() ?? '';
  return {
    componentId,
    operation: [
      { kind: kind === 'node' ? 'setNode' : 'setEdge', id: element.id, data: { componentId } },
    ],
    records: [
      {
        op: 'create',
        kind: 'component',
        id: componentId,
        parentId: canvasId,
        values: { title: label === '' ? untitled : label, description: '' },
      },
    ],
  };
};
