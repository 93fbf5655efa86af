import { VisuallyHidden } from '@mantine/core';
import type { CanvasNode } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { nameId } from '../flow-elements.ts';
import { boundaryNameOf, spokenNode, type Threats } from '../spoken.ts';

type Props = { id: string; data: CanvasNode['data']; threats: Threats; held?: number };

/** What a screen reader says of a node. Its type is that of the document, known to us or not. */
export const NodeName = ({ id, data, threats, held }: Props) => {
  const type = useCanvas((state) => nodeById(state.document, id)?.type);
  const boundary = useCanvas((state) => boundaryNameOf(state.document, id));
  return (
    <VisuallyHidden id={nameId(id)}>
      {spokenNode({ ...(type !== undefined && { type }), data }, threats, { held, boundary })}
    </VisuallyHidden>
  );
};
