import type { RecordChange } from '#shared/desktop/change.ts';
import type { Content } from '#shared/desktop/records.ts';

/** What the inspector does to records; ids are made here and never change in the window. */
export const createThreat = (componentId: string, title: string): RecordChange => ({
  op: 'create',
  kind: 'threat',
  id: crypto.randomUUID(),
  parentId: componentId,
  values: {
    title,
    description: '',
    priority: 'medium',
    status: 'open',
    source: null,
    is_custom: true,
  } satisfies Content<'threat'>,
});

export const updateThreat = (id: string, values: Partial<Content<'threat'>>): RecordChange => ({
  op: 'update',
  kind: 'threat',
  id,
  values,
});

export const createComment = (threatId: string, text: string): RecordChange => ({
  op: 'create',
  kind: 'comment',
  id: crypto.randomUUID(),
  parentId: threatId,
  values: { text } satisfies Content<'comment'>,
});

export const updateComment = (id: string, text: string): RecordChange => ({
  op: 'update',
  kind: 'comment',
  id,
  values: { text } satisfies Content<'comment'>,
});

export const updateComponent = (
  id: string,
  values: Partial<Content<'component'>>,
): RecordChange => ({ op: 'update', kind: 'component', id, values });
