import { expect, test } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import {
  createComment,
  createMitigation,
  createThreat,
  updateComment,
  updateComponent,
  updateMitigation,
  updateThreat,
} from '../kernel/records/record-changes.ts';
import { applyRecordChanges, holdsRecord } from './apply-record-changes.ts';

const now = '2026-05-20T12:00:00.000Z';
const component: ComponentDetail = {
  id: 'component',
  parentId: 'canvas',
  title: 'Shop',
  description: '',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  threats: [],
};

const after = (detail: ComponentDetail, ...changes: RecordChange[]): ComponentDetail =>
  applyRecordChanges(detail, changes, now);

const threatChange = createThreat('component', 'Replay');
const mitigationChange = createMitigation(threatChange.id, 'Nonce');
const commentChange = createComment(threatChange.id, 'Agreed.');
const full = after(component, threatChange, mitigationChange, commentChange);

test('a new threat is medium, open, and without a number until the service has counted it', () => {
  expect(full.threats).toMatchObject([
    { title: 'Replay', priority: 'medium', status: 'open', ref_id: '', created_at: now },
  ]);
});

test('records of a threat are added to it', () => {
  expect(full.threats[0]?.mitigations).toMatchObject([{ title: 'Nonce', status: null }]);
  expect(full.threats[0]?.comments).toMatchObject([{ text: 'Agreed.', isMine: true }]);
});

test('an update changes the named fields and keeps the rest', () => {
  const changed = after(
    full,
    updateThreat(threatChange.id, { priority: 'high' }),
    updateMitigation(mitigationChange.id, { status: 'done' }),
    updateComment(commentChange.id, 'Agreed!'),
    updateComponent('component', { description: 'Sells.' }),
  );
  expect(changed).toMatchObject({ title: 'Shop', description: 'Sells.', updated_at: now });
  expect(changed.threats).toMatchObject([{ title: 'Replay', priority: 'high' }]);
  expect(changed.threats[0]?.mitigations).toMatchObject([{ title: 'Nonce', status: 'done' }]);
  expect(changed.threats[0]?.comments).toMatchObject([{ text: 'Agreed!', is_edited: true }]);
});

test.each([threatChange, mitigationChange, commentChange])(
  'a $kind that is deleted is gone',
  (change) => {
    expect(holdsRecord(full, change.id)).toBe(true);
    const changed = after(full, { op: 'delete', kind: change.kind, id: change.id });
    expect(holdsRecord(changed, change.id)).toBe(false);
  },
);

test('changes of another component have no effect', () => {
  const elsewhere = createThreat('another', 'Elsewhere');
  expect(after(full, elsewhere, updateComponent('another', { title: 'Other' }))).toEqual(full);
});
