import { expect, it } from 'vitest';
import { createStore } from '../../store/store.ts';
import type { Entry } from './diary.ts';
import { createObserver } from './observer.ts';

it('notes that an edit of the height in a conflict also gives up their width, but not their label', () => {
  const store = createStore({ path: ':memory:' });
  const node = { id: 'n', position: { x: 0, y: 0 }, data: {} };
  store.changes.apply({
    scope: 'workspace',
    label: 'edit',
    records: [
      { op: 'create', kind: 'collection', id: 'c', parentId: null, values: { title: 'C' } },
      { op: 'create', kind: 'threatModel', id: 'm', parentId: 'c', values: { title: 'M' } },
      {
        op: 'create',
        kind: 'canvas',
        id: 'v',
        parentId: 'm',
        values: { title: 'V' },
        document: { nodes: [{ ...node, width: 760, height: 420 }], edges: [] },
      },
    ],
  });
  const element = 'canvas v node n';
  const diary: Omit<Entry, 'at'>[] = [];
  const observer = createObserver({
    store,
    diary: (entry) => void diary.push(entry),
    before: null,
    theirs: () => ({
      facts: new Map([
        [`${element} width`, '962'],
        [`${element} height`, '448'],
        [`${element} data.label`, '"Theirs"'],
      ]),
      elements: [element],
    }),
  });
  const taller = { kind: 'setNode', id: 'n', fields: { height: 553 } } as const;
  const back = { kind: 'setNode', id: 'n', fields: { height: 420 } } as const;
  observer.watch({
    what: 'draw',
    act: () =>
      void store.changes.apply({
        scope: 'm',
        label: 'edit',
        drawings: [{ canvasId: 'v', operation: [taller], inverse: [back] }],
      }),
  });
  expect(diary.at(-1)).toMatchObject({
    changes: [[`${element} height`, '420', '553']],
    gaveUp: [
      [`${element} width`, '962', '760'],
      [`${element} height`, '448', '553'],
    ],
  });
  store.close();
});
