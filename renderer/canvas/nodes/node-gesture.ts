import { useGesture } from '../gesture.ts';

/** What the hand does with one node, as one value. */
export const useNodeGesture = (id: string): 'editing' | 'target' | 'hovered' | undefined =>
  useGesture(({ editing, connection, hovered, dropTarget }) => {
    if (editing === id) return 'editing';
    if (connection) return connection.target === id ? 'target' : undefined;
    if (dropTarget === id) return 'target';
    return hovered === id ? 'hovered' : undefined;
  });
