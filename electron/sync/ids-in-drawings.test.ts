import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { createStore, type Store } from '../store/store.ts';
import {
  asSent,
  canvasesNaming,
  componentIds,
  idsFor,
  nameAgain,
  nameRestored,
  namesUnknownIds,
  shownComponents,
  unsentKey,
  withAllLocalIds,
  withForeignMarked,
  withLocalIds,
  withoutLost,
  withoutRepeated,
  withoutUnknown,
  withReferencesOf,
} from './component-ids.ts';
import { change, created } from './testing/office.ts';

let store: Store;

/**
 * The model `shop` has the canvases `overview` and `detail`. On `overview` are the components `sent`,
 * which the service has as `S1`, `unsent`, and `gone`, which the service had as `G1`. The model `bank`
 * has the component `loan`, which the service had as `L1`. The component `removed` was deleted here,
 * and the service had it as `R1`. The component `copied` is in a copy, so its original has the same ID
 * at the service.
 */
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change(store, [
    created('collection', 'all', null, { title: 'All' }),
    created('threatModel', 'shop', 'all', { title: 'Shop' }),
    created('canvas', 'overview', 'shop', { title: 'Overview' }),
    created('canvas', 'detail', 'shop', { title: 'Detail' }),
    created('component', 'sent', 'overview', { title: 'Web app' }),
    created('component', 'unsent', 'overview', { title: 'Orders' }),
    created('component', 'gone', 'overview', { title: 'Search' }),
    created('component', 'copied', 'overview', { title: 'Copy' }),
    created('threatModel', 'bank', 'all', { title: 'Bank' }),
    created('canvas', 'desk', 'bank', { title: 'Desk' }),
    created('component', 'loan', 'desk', { title: 'Loan' }),
  ]);
  for (const { seq } of store.outbox.all()) store.outbox.finish(seq);
  const { idMap } = store;
  idMap.put('component', 'sent', 'S1');
  idMap.put('component', 'original', 'copied');
  for (const [id, former] of [
    ['gone', 'G1'],
    ['loan', 'L1'],
    ['removed', 'R1'],
  ] as const) {
    idMap.put('component', id, former);
    idMap.remove('component', id);
  }
});
afterEach(() => store.close());

type Data = Record<string, unknown>;

/** A drawing with the same data in a node and in a flow, beside a flow without any data. */
const drawn = (data: Data): CanvasDocument => ({
  nodes: [{ id: 'node', position: { x: 0, y: 0 }, data: { label: 'Web', ...data } }],
  edges: [
    { id: 'flow', source: 'node', target: 'node', data: { label: 'Web', ...data } },
    { id: 'plain', source: 'node', target: 'node' },
  ],
});
const refersTo = (componentId: string) => drawn({ componentId });
const names = (unsent: unknown) => drawn({ [unsentKey]: unsent });

test.each([
  ['one that the service has, by its ID there', 'sent', { componentId: 'S1' }],
  ['one that the service does not have yet, aside', 'unsent', { [unsentKey]: 'unsent' }],
  ['one that the service no longer has, aside', 'gone', { [unsentKey]: 'gone' }],
  ['one that was deleted here, by its former ID', 'removed', { componentId: 'R1' }],
  ['a copied one, distinct from its original', 'copied', { [unsentKey]: 'copy of copied' }],
  ['an unknown one, unchanged', 'unknown', { componentId: 'unknown' }],
  ['a marked one, without the mark', 'elsewhere L1', { componentId: 'L1' }],
])('a drawing is sent with components that it shows: %s', (_what, id, data) => {
  const sent = asSent(store, refersTo(id));
  expect(sent).toEqual(drawn(data));
});

describe('a drawing of the service shows', () => {
  const read = (from: CanvasDocument, models: string[] = ['shop']): CanvasDocument =>
    withLocalIds(store, from, models);

  test.each([
    ['a component that the service has', 'S1', 'sent'],
    ['a component that the service had', 'G1', 'gone'],
    ['a component that was deleted here', 'R1', 'removed'],
    ['a component of others', 'unknown', 'unknown'],
  ])('%s', (_what, there, here) => {
    expect(read(refersTo(there))).toEqual(refersTo(here));
  });

  test.each([
    ['unsent', 'unsent'],
    ['sent', 'sent'],
    ['removed', 'removed'],
    ['copy of copied', 'copied'],
  ])('a component that was sent aside as “%s”', (value, id) => {
    expect(read(names(value))).toEqual(refersTo(id));
  });

  test.each([
    ['that this store does not know', 'unknown'],
    ['of another model', 'loan'],
    ['of the original, whose ID a copied component has', 'copied'],
    ['that looks copied', 'copy of sent'],
    ['that is not an ID', 7],
  ])('no component sent aside %s', (_what, value) => {
    expect(read(names(value))).toEqual(names(value));
  });

  it('a component of any model, if its own model is unknown', () => {
    expect(read(names('loan'), [])).toEqual(refersTo('loan'));
  });

  it('the component that it refers to, rather than one sent aside', () => {
    expect(read(drawn({ componentId: 'S1', [unsentKey]: 'unsent' }))).toEqual(refersTo('sent'));
  });

  it('a component sent aside that it showed before', () => {
    const models = ['shop'];
    expect(withLocalIds(store, names('deleted'), models, refersTo('deleted'))).toEqual(
      refersTo('deleted'),
    );
    const inFlow = { ...refersTo('deleted'), nodes: [] };
    expect(withLocalIds(store, names('deleted'), models, inFlow)).toEqual(refersTo('deleted'));
  });

  it('all components sent aside, if it was deleted here', () => {
    expect(withAllLocalIds(store, names('unknown'))).toEqual(refersTo('unknown'));
    expect(withAllLocalIds(store, refersTo('S1'))).toEqual(refersTo('sent'));
    expect(withAllLocalIds(store, names(7))).toEqual(names(7));
  });
});

describe('a drawing of the service has to be sent again', () => {
  const { nodes, edges } = refersTo('');
  test.each([
    [false, 'the ID of a component', refersTo('S1')],
    [false, 'an ID of others', refersTo('unknown')],
    [false, 'no ID', { nodes, edges: [] }],
    [true, 'the local ID of a component that the service has', refersTo('sent')],
    [true, 'the local ID of a component that it lacks', refersTo('unsent')],
    [true, 'the former ID of a component that is here', refersTo('G1')],
    [false, 'the former ID of a component that is not', refersTo('R1')],
    [true, 'aside, a component that the service has', names('sent')],
    [true, 'aside, a component that the service had', names('gone')],
    [false, 'aside, a component that the service never had', names('unsent')],
    [false, 'aside, a component of another model', names('loan')],
    [false, 'aside, an unknown component', names('unknown')],
    [true, 'in a flow only', { nodes: [], edges: refersTo('sent').edges }],
    [true, 'in a node only', { nodes: refersTo('sent').nodes, edges }],
  ])('%s: if it names %s', (expected, _what, drawing) => {
    expect(namesUnknownIds(store, drawing, ['shop'])).toBe(expected);
  });

  it('with the new ID of a component that was created again', () => {
    store.idMap.put('component', 'gone', 'G2');
    expect(namesUnknownIds(store, refersTo('G1'), ['shop'])).toBe(true);
    expect(namesUnknownIds(store, refersTo('G2'), ['shop'])).toBe(false);
  });
});

describe('a former ID', () => {
  it('is marked in the drawing of another model than that of its component', () => {
    const marked = withForeignMarked(store, refersTo('L1'), ['shop']);
    expect(marked).toEqual(refersTo('elsewhere L1'));
    expect(withLocalIds(store, marked, ['shop'])).toEqual(marked);
  });

  test.each([
    ['in its model', 'L1', ['bank']],
    ['in one of several models', 'L1', ['shop', 'bank']],
    ['if the model is unknown', 'L1', []],
    ['if the component was deleted here', 'R1', ['shop']],
    ['of nothing', 'unknown', ['shop']],
    ['that is the current ID too', 'S1', ['bank']],
  ])('is not marked %s', (_what, id, models) => {
    expect(withForeignMarked(store, refersTo(id), models)).toEqual(refersTo(id));
  });

  it('is not marked if the service has the component again under this ID', () => {
    store.idMap.put('component', 'loan', 'L1');
    expect(withForeignMarked(store, refersTo('L1'), ['shop'])).toEqual(refersTo('L1'));
  });
});

describe('a component that was deleted before the service had it', () => {
  it('is set aside if the drawing of the service still has it aside', () => {
    expect(withoutLost(store, names('lost'))(refersTo('lost'))).toEqual(names('lost'));
    const inNode = { nodes: names('lost').nodes, edges: [] };
    expect(withoutLost(store, inNode)(refersTo('lost'))).toEqual(names('lost'));
    const inFlow = { nodes: [], edges: names('lost').edges };
    expect(withoutLost(store, inFlow)(refersTo('lost'))).toEqual(names('lost'));
  });

  test.each([
    ['another component', names('lost'), refersTo('unsent')],
    ['a component that is here', names('unsent'), refersTo('unsent')],
    ['a component that the service had', names('removed'), refersTo('removed')],
    ['a component that the service does not name', refersTo('unknown'), refersTo('lost')],
  ])('is not confused with %s', (_what, theirs, mine) => {
    expect(withoutLost(store, theirs)(mine)).toEqual(mine);
  });
});

describe('in a drawing', () => {
  it('a component is not set aside if the element refers to it', () => {
    const repeated = drawn({ componentId: 'sent', [unsentKey]: 'sent' });
    expect(withoutRepeated(store, repeated)).toEqual(refersTo('sent'));
    const mixed = { nodes: refersTo('sent').nodes, edges: repeated.edges };
    expect(withoutRepeated(store, mixed)).toEqual(refersTo('sent'));
    const turned = { nodes: repeated.nodes, edges: refersTo('sent').edges };
    expect(withoutRepeated(store, turned)).toEqual(refersTo('sent'));
    const two = drawn({ componentId: 'sent', [unsentKey]: 'unsent' });
    expect(withoutRepeated(store, two)).toEqual(two);
    expect(withoutRepeated(store, names('sent'))).toEqual(names('sent'));
    expect(withoutRepeated(store, drawn({}))).toEqual(drawn({}));
  });

  it('references to components that are not here are left out', () => {
    expect(withoutUnknown(store, refersTo('unknown'))).toEqual(drawn({}));
    expect(withoutUnknown(store, refersTo('unsent'))).toEqual(refersTo('unsent'));
  });

  it('components are found in nodes and flows', () => {
    expect(shownComponents(refersTo('sent'))).toEqual(['sent', 'sent']);
    expect(shownComponents(drawn({}))).toEqual([]);
  });

  it('an unknown component is looked up like any other, and other kinds as well', () => {
    change(store, [created('canvas', 'shared', 'shop', { title: 'Same ID as a component' })]);
    store.idMap.put('canvas', 'shared', 'C9');
    const { records, idMap } = idsFor(store, {
      ...refersTo('shared'),
      edges: refersTo('sent').edges,
    });
    expect(records.has('component', 'shared')).toBe(false);
    expect(records.has('component', 'sent')).toBe(true);
    expect(records.has('component', 'missing')).toBe(false);
    expect(records.has('canvas', 'shared')).toBe(true);
    expect(idMap.serviceId('component', 'shared')).toBeNull();
    expect(idMap.serviceId('component', 'sent')).toBe('S1');
    expect(idMap.serviceId('canvas', 'shared')).toBe('C9');
    expect(idMap.localId('component', 'S1')).toBe('sent');
    expect(idMap.formerServiceId('component', 'gone')).toBe('G1');
    expect(idMap.formerLocalId('component', 'G1')).toBe('gone');
  });
});

describe('a reference that others removed', () => {
  const back = (theirs: CanvasDocument, base: CanvasDocument) =>
    withReferencesOf(store, theirs, base);

  it('comes back if the service lacks the component', () => {
    expect(back(drawn({}), refersTo('unsent'))).toEqual(refersTo('unsent'));
    expect(back(drawn({}), refersTo('gone'))).toEqual(refersTo('gone'));
  });

  it('comes back if others deleted the component and the person has to decide', () => {
    const conflict = { kind: 'component' as const, id: 'sent', items: ['record'] };
    store.conflicts.put({ ...conflict, type: 'deletedThere' });
    expect(back(drawn({}), refersTo('sent'))).toEqual(refersTo('sent'));
    store.conflicts.put({ ...conflict, type: 'accessLost' });
    expect(back(drawn({}), refersTo('sent'))).toEqual(drawn({}));
  });

  test.each([
    ['the service has the component', drawn({}), refersTo('sent')],
    ['the component is not here either', drawn({}), refersTo('removed')],
    ['they refer to another component', refersTo('loan'), refersTo('unsent')],
    ['there was none', drawn({}), drawn({})],
    ['the element is new', drawn({}), { nodes: [], edges: [] }],
  ])('stays away if %s', (_why, theirs, base) => expect(back(theirs, base)).toEqual(theirs));
});

describe('a component that the service has again', () => {
  const shows = (canvasId: string, drawing: CanvasDocument): void =>
    store.documents.merge(canvasId, drawing, drawing);
  const queued = () => store.outbox.all().map(({ id, fields }) => [id, fields] as const);
  beforeEach(() => {
    shows('overview', refersTo('sent'));
    shows('detail', refersTo('sent'));
    shows('desk', refersTo('sent'));
  });

  it('is written into the drawings of its model', () => {
    const row = store.records.find('component', 'sent');
    expect(row && canvasesNaming(store, row).toSorted()).toEqual(['detail', 'overview']);
    nameRestored(store, 'component', 'sent');
    expect(new Map(queued())).toEqual(
      new Map([
        ['detail', [componentIds]],
        ['overview', [componentIds]],
      ]),
    );
    expect(store.documents.base('detail')).toEqual(drawn({}));
    expect(store.documents.read('detail')).toEqual(refersTo('sent'));
    expect(store.documents.base('desk')).toEqual(refersTo('sent'));
  });

  it('is not written into a drawing that was restored with it', () => {
    nameRestored(store, 'canvas', 'overview');
    expect(queued()).toEqual([['detail', [componentIds]]]);
    expect(store.documents.base('overview')).toEqual(refersTo('sent'));
  });

  it('is not written into drawings that do not show it', () => {
    nameRestored(store, 'component', 'unsent');
    expect(queued()).toEqual([]);
  });

  it('leaves the base of a drawing that may show it again only after an undo', () => {
    nameAgain(store, 'detail', new Set(['unsent']));
    expect(queued()).toEqual([['detail', [componentIds]]]);
    expect(store.documents.base('detail')).toEqual(refersTo('sent'));
    nameAgain(store, 'detail', new Set(['unsent', 'sent']));
    expect(store.documents.base('detail')).toEqual(drawn({}));
  });
});
