import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type Store } from './store.ts';
import { addSmallModel, created, smallModel, uuid } from './testing/small-model.ts';

const { collection, model, overview, payments, component } = smallModel;
const target = uuid(50);
const other = uuid(51);

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [
      created('collection', target, null, { title: 'Archive' }),
      created('threatModel', other, collection, { title: 'Back office' }),
      created('canvas', uuid(52), other, { title: 'Overview' }),
    ],
  });
  store.changes.apply({
    scope: model,
    label: 'order',
    canvasOrders: [{ modelId: model, canvasIds: [payments, overview] }],
  });
});
afterEach(() => store.close());

const workspace = () =>
  store.reads.overview().map(({ title, models }) => [title, models.map((each) => each.title)]);

const applied = <Plan extends { change: Parameters<Store['changes']['apply']>[0] }>(
  plan: Plan | null,
): Plan => {
  if (!plan) throw new Error('Nothing was planned');
  store.changes.apply(plan.change);
  return plan;
};

const sent = (): void => {
  for (const { seq, kind, id } of store.outbox.all()) {
    store.idMap.put(kind, id, `service ${id}`);
    store.outbox.finish(seq);
  }
};

/** Returns the whole content of a model, without IDs and times. */
const contentOf = (modelId: string): unknown =>
  store.reads.canvasTabs(modelId).map(({ id, title }) => ({
    title,
    elements: store.documents
      .read(id)
      ?.nodes.map((node) => [
        node.id,
        store.records.find('component', node.data.componentId ?? '')?.local['title'],
      ]),
    components: store.records.children('component', id).map(({ id: componentId }) =>
      store.reads.componentDetail(componentId)?.threats.map((threat) => ({
        title: threat.title,
        status: threat.status,
        mitigations: threat.mitigations.map(({ title: name }) => name),
        comments: threat.comments.map(({ text }) => text),
      })),
    ),
  }));

/**
 * Leaves out the times, because they differ: a moved record is created again, but a version keeps the
 * times of the original record.
 */
const withoutTimes = (records?: ReturnType<Store['versions']['records']>) =>
  records?.map((record) => ({
    ...record,
    values: { ...record.values, created_at: '', updated_at: '' },
  }));

describe('threat models that are moved to another collection', () => {
  it('keep everything they had, and move in one undo step', () => {
    const before = contentOf(model);
    store.changes.apply({
      scope: 'workspace',
      label: 'test',
      records: [{ op: 'update', kind: 'threatModel', id: model, values: { status: 'Review' } }],
    });
    sent();
    const { result } = applied(
      store.modelEdits.move({ ids: [model, other], collectionId: target }),
    );
    expect(workspace()).toEqual([
      ['Shop', []],
      ['Archive', ['Web shop', 'Back office']],
    ]);
    const moved = result.models[0]?.to ?? '';
    expect(contentOf(moved)).toEqual(before);
    expect(store.records.find('threatModel', moved)?.local).toMatchObject({ status: 'Review' });
    expect(result.canvases.map(({ from }) => from)).toEqual([payments, overview, uuid(52)]);
    const ops = store.outbox.all().map(({ op, kind }) => `${op} ${kind}`);
    expect(ops.filter((each) => each.startsWith('delete'))).toEqual([
      'delete threatModel',
      'delete threatModel',
    ]);
    expect(ops.filter((each) => each === 'create canvas')).toHaveLength(3);

    expect(store.changes.undo('workspace').step?.label).toBe('collections.change.move-models');
    expect(workspace()).toEqual([
      ['Shop', ['Web shop', 'Back office']],
      ['Archive', []],
    ]);
    expect(contentOf(model)).toEqual(before);
    expect(store.outbox.all().filter(({ op }) => op !== 'update')).toEqual([]);

    store.changes.redo('workspace');
    expect(workspace()).toEqual([
      ['Shop', []],
      ['Archive', ['Web shop', 'Back office']],
    ]);
    expect(contentOf(moved)).toEqual(before);
  });

  it('take their named versions along', () => {
    store.versions.name(overview, 'Before the audit');
    const { result, ids } = applied(store.modelEdits.move({ ids: [model], collectionId: target }));
    store.versions.copyNamed(result.canvases, ids);
    const to = result.canvases.find(({ from }) => from === overview)?.to ?? '';
    const [version] = store.versions.list(to);
    expect(version).toMatchObject({ title: 'Before the audit' });
    const saved = store.versions.read(version?.id ?? 0);
    const componentIds = saved?.document.nodes.map(({ data }) => data.componentId);
    expect(componentIds).toEqual(
      store.documents.read(to)?.nodes.map(({ data }) => data.componentId),
    );
    expect(componentIds).not.toContain(component);
    expect(withoutTimes(saved?.records)).toEqual(withoutTimes(store.versions.records(to)));
    expect(store.versions.sizeSince(version?.id ?? 0)).toMatchObject({ changed: 0, threats: 0 });
  });

  it('stay if one of them, or the collection, does not exist', () => {
    expect(store.modelEdits.move({ ids: [model, uuid(99)], collectionId: target })).toBeNull();
    expect(store.modelEdits.move({ ids: [model], collectionId: uuid(99) })).toBeNull();
  });

  it('stay if one of them is not downloaded completely', () => {
    store.downloads.remove('threatModel', other);
    const plans = () => [
      store.modelEdits.move({ ids: [model, other], collectionId: target }),
      store.modelEdits.duplicate({ models: [{ id: other, title: 'Copy' }] }),
    ];
    expect(plans()).toEqual([null, null]);
    // A download that did not come to its end.
    store.downloads.add('threatModel', other);
    expect(plans()).toEqual([null, null]);
    expect(store.downloads.fetchedModels()).toEqual(new Set([model]));
  });
});

describe('threat models that are duplicated', () => {
  it('are copied beside the original, without comments', () => {
    const { result } = applied(
      store.modelEdits.duplicate({
        models: [
          { id: model, title: 'Copy of Web shop' },
          { id: other, title: 'Copy of Back office' },
        ],
      }),
    );
    expect(workspace()).toEqual([
      ['Shop', ['Web shop', 'Back office', 'Copy of Web shop', 'Copy of Back office']],
      ['Archive', []],
    ]);
    const copy = result.models[0]?.to ?? '';
    const without = JSON.stringify(contentOf(model)).replace('"Seen in the last test"', '');
    expect(JSON.stringify(contentOf(copy))).toBe(without);
    expect(store.records.all('component')).toHaveLength(2);
    store.changes.undo('workspace');
    expect(workspace()).toEqual([
      ['Shop', ['Web shop', 'Back office']],
      ['Archive', []],
    ]);
    expect(store.records.all('component')).toHaveLength(1);
  });
});
