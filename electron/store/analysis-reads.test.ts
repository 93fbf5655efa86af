import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import { createStore, type Store } from './store.ts';

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [collectionId, modelId, canvasId, otherId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const [webId, mailId, loginId] = [uuid(5), uuid(6), uuid(7)];

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change([
    create('collection', collectionId, null, { title: 'Shop' }),
    create('threatModel', modelId, collectionId, { title: 'Web shop' }),
    create('canvas', canvasId, modelId, { title: 'Overview' }),
    create('canvas', otherId, modelId, { title: 'Login' }),
    create('component', webId, canvasId, { title: 'Web app' }),
    create('component', mailId, canvasId, { title: 'Mail' }),
    create('component', loginId, otherId, { title: 'Login' }),
    create('threat', uuid(8), webId, {
      title: 'Session theft',
      priority: 'critical',
      categories: ['Spoofing'],
      references: ['CWE-384'],
      due_date: '2026-01-02T00:00:00.000Z',
    }),
    create('threat', uuid(9), loginId, { title: 'Flooding' }),
    create('mitigation', uuid(10), uuid(8), { title: 'Short sessions', status: 'never' }),
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

it('gives the threats of the own components of a canvas in the short form', () => {
  expect(store.analysisReads.canvasThreats(canvasId)).toEqual([
    {
      componentId: webId,
      threats: [
        {
          title: 'Session theft',
          status: 'open',
          priority: 'critical',
          categories: ['Spoofing'],
          references: ['CWE-384'],
          mitigations: [{ title: 'Short sessions', status: 'never', controls: [] }],
          dueDate: '2026-01-02T00:00:00.000Z',
        },
      ],
    },
  ]);
  expect(store.analysisReads.canvasThreats(otherId)).toMatchObject([
    { componentId: loginId, threats: [{ title: 'Flooding', categories: [], mitigations: [] }] },
  ]);
});

it('returns the drawings that are not known yet, and later only changed ones', () => {
  const ask = (known: Record<string, string>, except = '') =>
    store.analysisReads.modelDrawings({ id: modelId, except, known });
  const first = ask({});
  expect(first.map(({ id, document }) => [id, document !== null])).toEqual([
    [canvasId, true],
    [otherId, true],
  ]);
  const known = Object.fromEntries(first.map(({ id, revision }) => [id, revision]));
  expect(ask(known).map(({ document }) => document)).toEqual([null, null]);
  const node = { id: 'n', type: 'processNode', position: { x: 0, y: 0 }, data: { label: 'New' } };
  store.changes.apply({
    scope: modelId,
    label: 'test',
    drawings: [
      {
        canvasId: otherId,
        operation: [{ kind: 'addNode', node, index: 0 }],
        inverse: [{ kind: 'removeNode', id: 'n' }],
      },
    ],
  });
  expect(ask(known, canvasId).map(({ document }) => document?.includes('"New"') ?? null)).toEqual([
    null,
    true,
  ]);
});
