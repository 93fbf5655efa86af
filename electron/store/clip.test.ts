import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import { createStore, type Store } from './store.ts';

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [collectionId, modelId, canvasId, otherCanvasId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const [webId, mailId, elsewhereId, threatId] = [uuid(5), uuid(6), uuid(7), uuid(8)];
const [mitigationId, commentId, secondThreatId] = [uuid(9), uuid(10), uuid(11)];
const [otherModelId, farCanvasId, farId] = [uuid(12), uuid(13), uuid(14)];

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change([
    create('collection', collectionId, null, { title: 'Shop' }),
    create('threatModel', modelId, collectionId, { title: 'Web shop' }),
    create('threatModel', otherModelId, collectionId, { title: 'Bank' }),
    create('canvas', canvasId, modelId, { title: 'Overview' }),
    create('canvas', otherCanvasId, modelId, { title: 'Login' }),
    create('canvas', farCanvasId, otherModelId, { title: 'Overview' }),
    create('component', webId, canvasId, { title: 'Web app', description: 'Public' }),
    create('component', mailId, canvasId, { title: 'Mail' }),
    create('component', elsewhereId, otherCanvasId, { title: 'Login' }),
    create('component', farId, farCanvasId, { title: 'Ledger' }),
    create('threat', threatId, webId, { title: 'Session theft', status: 'resolved' }),
    create('threat', secondThreatId, webId, { title: 'Flooding' }),
    create('mitigation', mitigationId, threatId, { title: 'Short sessions', status: 'Complete' }),
    create('comment', commentId, threatId, { text: 'Seen in the last test' }),
  ]);
});
afterEach(() => store.close());

const create = (
  kind: Extract<RecordChange, { op: 'create' }>['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

const change = (records: RecordChange[]): void => {
  store.changes.apply({ scope: 'workspace', label: 'test', records });
};
const restore = (id: string): RecordChange => ({ op: 'restore', kind: 'component', id });
const remove = (id: string): RecordChange => ({ op: 'delete', kind: 'component', id });

describe('copies of components', () => {
  it('have the current threats and mitigations, without comments', () => {
    expect(store.clipReads.componentCopies([webId, mailId, uuid(99)])).toEqual([
      {
        id: webId,
        title: 'Web app',
        description: 'Public',
        threats: [
          {
            title: 'Session theft',
            description: '',
            priority: 'medium',
            status: 'resolved',
            categories: [],
            references: [],
            likelihood: null,
            impact: null,
            owner: null,
            due_date: null,
            accepted_reason: null,
            accepted_by: null,
            accepted_until: null,
            source: null,
            is_custom: true,
            mitigations: [
              {
                title: 'Short sessions',
                definition: '',
                consideration: null,
                explanation: null,
                example: null,
                status: 'Complete',
                controls: [],
              },
            ],
          },
          expect.objectContaining({ title: 'Flooding', mitigations: [] }),
        ],
      },
      { id: mailId, title: 'Mail', description: '', threats: [] },
    ]);
  });
});

describe('how a component relates to a canvas', () => {
  const standings = () =>
    store.clipReads.standings(canvasId, [webId, elsewhereId, farId, uuid(99)]);

  it('is known for components of the same model', () => {
    expect(standings()).toEqual([
      { id: webId, title: 'Web app', isDeleted: false },
      { id: elsewhereId, title: 'Login', isDeleted: false },
    ]);
  });

  it('is known for components that were deleted from this canvas', () => {
    change([remove(webId), remove(elsewhereId)]);
    expect(standings()).toEqual([{ id: webId, title: 'Web app', isDeleted: true }]);
  });

  it('is unknown for a component whose create was undone', () => {
    change([create('component', uuid(50), canvasId, { title: 'Slip' })]);
    store.changes.undo('workspace');
    expect(store.clipReads.standings(canvasId, [uuid(50)])).toEqual([]);
  });
});

describe('a component that is restored', () => {
  it('is unchanged, with comments, and can be undone and redone', () => {
    const before = store.reads.componentDetail(webId);
    change([remove(webId), remove(mailId)]);
    change([restore(mailId), restore(webId)]);
    expect(store.reads.componentDetail(webId)).toEqual(before);
    store.changes.undo('workspace');
    expect(store.reads.componentDetail(webId)).toBeNull();
    store.changes.redo('workspace');
    expect(store.reads.componentDetail(webId)).toEqual(before);
    store.changes.undo('workspace');
    store.changes.undo('workspace');
    expect(store.reads.componentDetail(webId)).toEqual(before);
  });

  it('is no change for the service if its deletion was not sent', () => {
    const ops = () => ['create', 'update', 'delete'] as const;
    const queued = () => ops().map((op) => store.outbox.queued(op, Number.MAX_SAFE_INTEGER).length);
    const before = queued();
    change([remove(webId)]);
    change([restore(webId)]);
    expect(queued()).toEqual(before);
  });

  it('is rejected as a whole if one was never deleted', () => {
    change([remove(webId)]);
    expect(() => change([restore(webId), restore(uuid(99))])).toThrow('can’t be restored');
    expect(store.reads.componentDetail(webId)).toBeNull();
  });

  it('has what was changed between two deletions', () => {
    change([remove(webId)]);
    change([restore(webId)]);
    change([{ op: 'update', kind: 'threat', id: threatId, values: { title: 'Cookie theft' } }]);
    change([remove(webId)]);
    change([restore(webId)]);
    expect(store.records.find('threat', threatId)?.local['title']).toBe('Cookie theft');
  });
});
