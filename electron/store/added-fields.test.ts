import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordFields, type ContentName } from '#shared/records/record-fields.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { initialValues } from '#shared/records/record-values.ts';
import { stampOfValues } from './record-stamp.ts';
import { present, type Values } from './records.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, smallModel } from './testing/small-model.ts';

const ids: Record<RecordKind, string> = {
  ...smallModel,
  threatModel: smallModel.model,
  canvas: smallModel.overview,
};

/** A value for each field that a person can leave empty. It differs from the initial value. */
const others = {
  collection: { description: 'All that sells', color: '#4c6ef5' },
  threatModel: {
    description: 'Of the shop',
    status: 'Review',
    priority: 'high',
    due_to_date: '2027-01-31T00:00:00.000Z',
    time_invested: 3,
    quality_of_model: 4,
    when_to_revisit: 90,
    archived_at: '2027-02-01T00:00:00.000Z',
  },
  canvas: { format: 'diagram 2' },
  component: { description: 'The front' },
  threat: {
    description: 'By a stolen cookie',
    priority: 'high',
    status: 'accepted',
    source: 'Workshop',
    is_custom: false,
  },
  mitigation: {
    definition: 'One hour',
    consideration: 'Cost',
    explanation: 'Why',
    example: 'A bank',
    status: 'done',
  },
  comment: {},
} as const satisfies { [K in RecordKind]: { [Name in ContentName<K>]?: unknown } };

const cases = recordKinds.flatMap((kind) =>
  Object.entries(others[kind]).map(([field, other]) => ({ kind, field, other })),
);

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const rowOf = (kind: RecordKind) => {
  const row = store.records.find(kind, ids[kind]);
  if (!row) throw new Error(`There is no ${kind}.`);
  return row;
};

/**
 * Stores the record without the field, as an earlier version of the app did before the field existed.
 */
const forget = (kind: RecordKind, field: string): void => {
  const row = rowOf(kind);
  const local = Object.fromEntries(Object.entries(row.local).filter(([name]) => name !== field));
  store.records.put({ ...row, local });
};

const update = (kind: RecordKind, values: Values): void =>
  void store.changes.apply({
    scope: smallModel.model,
    label: 'test',
    records: [{ op: 'update', kind, id: ids[kind], values }],
  });

const presented = (kind: RecordKind): Values => ({ ...present(kind, rowOf(kind)) });

it.each(cases)('a $kind from before it had the field $field is shown', ({ kind, field }) => {
  forget(kind, field);
  expect(presented(kind)[field]).toEqual(initialValues(kind)[field]);
});

it.each(cases)('undo empties the field $field, which a $kind lacked', ({ kind, field, other }) => {
  forget(kind, field);
  update(kind, { [field]: other });
  expect(presented(kind)[field]).toEqual(other);
  store.changes.undo(smallModel.model);
  expect(presented(kind)[field]).toEqual(initialValues(kind)[field]);
  store.changes.redo(smallModel.model);
  expect(presented(kind)[field]).toEqual(other);
});

it.each(cases)('an update of another field leaves $field of a $kind', ({ kind, field, other }) => {
  update(kind, { [field]: other });
  update(kind, { title: 'Another title' });
  expect(presented(kind)[field]).toEqual(other);
});

it('every field that a person can leave empty is tested', () => {
  for (const kind of recordKinds) {
    const optional = Object.entries(recordFields[kind])
      .filter(
        ([, { write, inWindow, initial, isAddition }]) =>
          write !== 'never' && inWindow && initial !== undefined && !isAddition,
      )
      .map(([name]) => name);
    expect(Object.keys(others[kind]).toSorted()).toEqual(optional.toSorted());
  }
});

it('stamps of pending deletes equal those of earlier versions', () => {
  const threat = {
    title: 'Session theft',
    description: '',
    priority: 'high',
    status: 'open',
    source: null,
    is_custom: true,
  };
  expect(stampOfValues('threat', threat)).toBe('qdsmXlBdoU0vvo0p-OfMCQ');
});
