import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from './canvas-store.ts';
import { completeConnection } from './flows/change-flow.ts';
import { leadConnection, offerKinds, stopGesture, useGesture } from './gesture.ts';
import { isConnectable } from './node-kinds.ts';
import { useElementAt } from './overview/use-element-at.ts';

type Place = { clientX: number; clientY: number };

const targetOf = (id: string | null): string | null => {
  const node = nodeById(useCanvas.getState().document, id ?? undefined);
  return node && isConnectable(node.type) ? node.id : null;
};

/**
 * Leads a flow that is being drawn along with the pointer, and ends it: on a node, or on the empty
 * canvas, where a new flow that is dragged asks for what to make there, and any other is given up.
 */
export const useConnection = (): void => {
  const isActive = useGesture(({ connection }) => connection !== null);
  const { screenToFlowPosition } = useReactFlow();
  const elementAt = useElementAt();

  useEffect(() => {
    if (!isActive) return undefined;
    let hasMoved = false;

    /** A finger goes on meeting what it was put on: what is under it now is asked for. */
    const targetAt = ({ clientX, clientY }: Place): string | null => {
      const target = document.elementFromPoint(clientX, clientY);
      return targetOf(elementAt({ target, clientX, clientY }));
    };

    const lead = ({ clientX, clientY }: PointerEvent): void => {
      const { connection } = useGesture.getState();
      if (!connection) return;
      const target = targetAt({ clientX, clientY });
      if (target !== connection.source) hasMoved = true;
      leadConnection({
        target: target === connection.source && !hasMoved ? null : target,
        at: screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false }),
      });
    };

    const end = (event: PointerEvent): void => {
      const { connection } = useGesture.getState();
      if (!connection || event.button !== 0) return;
      const { source, isHeld, moves } = connection;
      // Let go where it began: the next click says where the flow ends.
      if (isHeld && !hasMoved) return leadConnection({ isHeld: false });
      const target = targetAt(event);
      const isOnCanvas =
        event.target instanceof Element && event.target.closest('.react-flow__pane') !== null;
      if (target) completeConnection(connection, target);
      else if (isHeld && isOnCanvas && !moves) {
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
