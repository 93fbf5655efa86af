import type { RecordChange } from '#shared/desktop/change.ts';
import type { Content } from '#shared/desktop/records.ts';

export const createMitigation = (threatId: string, title: string): RecordChange => ({
  op: 'create',
  kind: 'mitigation',
  id: crypto.randomUUID(),
  parentId: threatId,
  values: {
    title,
    definition: '',
    consideration: null,
    explanation: null,
    example: null,
    status: null,
  } satisfies Content<'mitigation'>,
});

export const updateMitigation = (
  id: string,
  values: Partial<Content<'mitigation'>>,
): RecordChange => ({ op: 'update', kind: 'mitigation', id, values });
