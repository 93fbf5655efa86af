import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentCopy } from '#shared/desktop/clip.ts';
import { newComponent } from './add-element.ts';

/** The records of a new component that says what another one says, with threats and mitigations. */
export const copyComponent = (
  { title, description, threats }: Omit<ComponentCopy, 'id'>,
  { id, canvasId }: { id: string; canvasId: string | null },
): RecordChange[] => [
  newComponent(id, canvasId, title, description),
  ...inOrder(threats).flatMap(
    ({ id: threatId, of: { mitigations, ...values } }): RecordChange[] => [
      { op: 'create', kind: 'threat', id: threatId, parentId: id, values },
      ...inOrder(mitigations).map(({ id: mitigationId, of }) => ({
        op: 'create' as const,
        kind: 'mitigation' as const,
        id: mitigationId,
        parentId: threatId,
        values: of,
      })),
    ],
  ),
];

/** Records that are made in the same moment are listed by their ids, so these rise. */
const inOrder = <Content>(contents: readonly Content[]): { id: string; of: Content }[] => {
  const ids = contents.map((): string => crypto.randomUUID()).toSorted();
  return contents.map((of, at) => ({ id: ids[at] ?? crypto.randomUUID(), of }));
};
