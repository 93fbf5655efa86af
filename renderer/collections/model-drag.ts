import { useState, type DragEvent } from 'react';
import { create } from 'zustand';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { modelsOf, useSelectedModels } from './model-selection.ts';
import { useModelActions } from './use-model-actions.ts';

/** The media type of dragged models. It is specific to this app, so no other drop target accepts it. */
const carried = 'application/x-parapet-models';

/**
 * The dragged models. The browser hides the data of a drag until the drop, but a collection needs the
 * models earlier to decide whether it accepts them.
 */
const useDraggedModels = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

/**
 * The model on whose row the pointer was pressed last, or `''` if it was pressed elsewhere. If the rows
 * change places before the drag begins, the browser drags the row that is now in this place.
 */
let pressed = '';
window.addEventListener('pointerdown', () => (pressed = ''), { capture: true });

/**
 * Returns the drag handlers for the row of a model. Dragging a selected row drags all selected models.
 */
export const dragOf = (id: string) => ({
  onPointerDown: (): void => {
    pressed = id;
  },
  onDragStart: ({ dataTransfer }: DragEvent): void => {
    const { ids } = useSelectedModels.getState();
    const meant = pressed || id;
    const dragged = ids.has(meant) ? ids : new Set([meant]);
    useDraggedModels.setState({ ids: dragged });
    dataTransfer.setData(carried, [...dragged].join(' '));
    dataTransfer.effectAllowed = 'move';
  },
  onDragEnd: (): void => useDraggedModels.setState({ ids: new Set() }),
});

/**
 * Returns the ID of the collection under the dragged models (`over`), or `null` if there is none. Also
 * returns `dropOf`, which makes the drop handlers of a collection.
 */
export const useModelDrop = () => {
  const { data: overview = [] } = useOverview();
  const { move } = useModelActions();
  const [over, setOver] = useState<string | null>(null);
  const draggedTo = (collectionId: string) =>
    modelsOf(overview, useDraggedModels.getState().ids).filter(
      ({ parentId }) => parentId !== collectionId,
    );

  const dropOf = (collectionId: string) => ({
    onDragOver: (event: DragEvent): void => {
      const isModels = event.dataTransfer.types.includes(carried);
      if (!isModels || draggedTo(collectionId).length === 0) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(collectionId);
    },
    onDragLeave: (): void => setOver(null),
    onDrop: (event: DragEvent): void => {
      setOver(null);
      if (!event.dataTransfer.types.includes(carried)) return;
      event.preventDefault();
      const collection = overview.find(({ id }) => id === collectionId);
      if (collection) move(draggedTo(collectionId), collection);
    },
  });
  return { over, dropOf };
};
