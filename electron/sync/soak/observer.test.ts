import { expect, it } from 'vitest';
import { createStore } from '../../store/store.ts';
import type { Entry } from './diary.ts';
import { createObserver } from './observer.ts';

const element = 'canvas v node n';

/** Returns a store with a canvas that has one node. */
const storeWithNode = () => {
  const store = createStore({ path: ':memory:' });
  const node = { id: 'n', position: { x: 0, y: 0 }, data: {}, width: 760, height: 420 };
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
        document: { nodes: [node], edges: [] },
      },
    ],
  });
  return store;
};

/** Makes the node 553 high, as a gesture by the person. */
const makeTaller = (store: ReturnType<typeof storeWithNode>): void => {
  const operation = [{ kind: 'setNode', id: 'n', fields: { height: 553 } } as const];
  const inverse = [{ kind: 'setNode', id: 'n', fields: { height: 420 } } as const];
  const drawings = [{ canvasId: 'v', operation, inverse }];
  store.changes.apply({ scope: 'm', label: 'edit', drawings });
};

/** The side of the service in a conflict about the node. */
const theirs = () => ({
  facts: new Map([
    [`${element} width`, '962'],
    [`${element} height`, '448'],
    [`${element} data.label`, '"Theirs"'],
  ]),
  elements: [element],
});

it('notes that an edit of the height in a conflict also gives up their width, but not their label', () => {
  const store = storeWithNode();
  const diary: Omit<Entry, 'at'>[] = [];
  const observer = createObserver({
    store,
    diary: (entry) => void diary.push(entry),
    before: null,
    theirs,
  });
  observer.watch({ what: 'draw', act: () => makeTaller(store) });
  expect(diary.at(-1)).toMatchObject({
    type: 'did',
    changes: [[`${element} height`, '420', '553']],
    gaveUp: [
      [`${element} width`, '962', '760'],
      [`${element} height`, '448', '553'],
    ],
    edited: [element],
  });
  store.close();
});

/** Lets a person do something, kills the process before its result is noted, and starts it again. */
const diaryAfterKill = (
  deed: (
    store: ReturnType<typeof storeWithNode>,
  ) => Parameters<ReturnType<typeof createObserver>['watch']>[0],
): Omit<Entry, 'at'>[] => {
  const store = storeWithNode();
  const before: Entry[] = [];
  const killed = createObserver({
    store,
    diary: (entry) => before.push({ at: 0, ...entry }),
    before: null,
    theirs,
  });
  killed.watch(deed(store));
  expect(before.pop()?.type).toMatch(/^(?:did|chose)$/);
  const after: Omit<Entry, 'at'>[] = [];
  createObserver({ store, diary: (entry) => after.push(entry), before, theirs });
  store.close();
  return after;
};

it('notes after a kill what an edit in a conflict may have given up', () => {
  const [perhaps] = diaryAfterKill((store) => ({ what: 'draw', act: () => makeTaller(store) }));
  expect(perhaps).toMatchObject({
    type: 'perhaps',
    changes: [[`${element} height`, '420', '553']],
    gaveUp: [
      [`${element} width`, '962', '760'],
      [`${element} height`, '448', '553'],
    ],
    edited: [element],
  });
});

it('notes after a kill what a decision may have given up, although the store looks the same', () => {
  const choice = { about: 'canvas v', type: 'canvas', mine: true } as const;
  const [perhaps] = diaryAfterKill(() => ({
    what: 'conflict',
    choice,
    items: ['node:n'],
    act: () => {},
  }));
  expect(perhaps).toMatchObject({
    type: 'perhaps',
    changes: [],
    choice,
    gaveUp: [
      [`${element} width`, '962', '760'],
      [`${element} height`, '448', '420'],
      [`${element} data.label`, '"Theirs"', null],
    ],
  });
});
