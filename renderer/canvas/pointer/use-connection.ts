import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { isConnectable } from '#shared/canvas/element-kinds.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { completeConnection } from '../flows/change-flow.ts';
import { useElementAt } from '../overview/use-element-at.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { updateConnection, offerKinds, stopGesture, useGesture } from '../state/gesture.ts';

type PointerPosition = { clientX: number; clientY: number };

const targetOf = (id: string | null): string | null => {
  const node = nodeById(useCanvas.getState().document, id ?? undefined);
  return node && isConnectable(node.type) ? node.id : null;
};

/**
 * Moves the end of a flow with the pointer until it is dropped. On a node, the drop completes the
 * flow. On the empty canvas, the drop of a new flow opens a menu with the kinds of element to add
 * there. Any other drop cancels the flow.
 */
export const useConnection = (): void => {
  const isActive = useGesture(({ connection }) => connection !== null);
  const { screenToFlowPosition } = useReactFlow();
  const elementAt = useElementAt();

  useEffect(() => {
    if (!isActive) return undefined;
    let hasMoved = false;

    /**
     * Returns the target under the pointer. The event's own target is not used, because touch
     * events keep their first target.
     */
    const targetAt = ({ clientX, clientY }: PointerPosition): string | null => {
      const target = document.elementFromPoint(clientX, clientY);
      return targetOf(elementAt({ target, clientX, clientY }));
    };

    const lead = ({ clientX, clientY }: PointerEvent): void => {
      const { connection } = useGesture.getState();
      if (!connection) return;
      const target = targetAt({ clientX, clientY });
      if (target !== connection.source) hasMoved = true;
      updateConnection({
        target: target === connection.source && !hasMoved ? null : target,
        at: screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false }),
      });
    };

    const end = (event: PointerEvent): void => {
      const { connection } = useGesture.getState();
      if (!connection || event.button !== 0) return;
      const { source, isDragging, moves } = connection;
      // The pointer was released before it left the source, so the next click chooses the target.
      if (isDragging && !hasMoved) return updateConnection({ isDragging: false });
      const target = targetAt(event);
      const isOnCanvas =
        event.target instanceof Element && event.target.closest('.react-flow__pane') !== null;
      if (target) completeConnection(connection, target);
      else if (isDragging && isOnCanvas && !moves) {
        const inWindow = { x: event.clientX, y: event.clientY };
        const at = screenToFlowPosition(inWindow, { snapToGrid: false });
        offerKinds({ source, at, inWindow });
      } else stopGesture();
    };

    window.addEventListener('pointermove', lead);
    window.addEventListener('pointerup', end);
    return () => {
      window.removeEventListener('pointermove', lead);
      window.removeEventListener('pointerup', end);
    };
  }, [isActive, elementAt, screenToFlowPosition]);
};
