import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { FormerElements, SentRequest } from '../store/sent-requests.ts';
import { createStore, type Store } from '../store/store.ts';
import { change } from './testing/office.ts';
import { canvasId, componentId, webShop } from './testing/web-shop.ts';
import { formerElements, unansweredBase } from './unanswered-base.ts';

let store: Store;

beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change(store, webShop);
  for (const { seq } of store.outbox.all()) store.outbox.finish(seq);
});
afterEach(() => store.close());

/** Stores updates as sent and unanswered, newest first. */
const send = (kind: RecordKind, id: string, requests: readonly SentRequest[]): void => {
  store.outbox.update(kind, id, []);
  const [newest, ...earlier] = requests;
  const [entry] = store.outbox.forRecord(kind, id);
  if (entry && newest) store.outbox.countSent(entry.seq, newest, earlier);
};
const row = (kind: RecordKind, id: string, changes: Partial<RecordRow>): RecordRow => {
  const found = store.records.find(kind, id);
  if (!found) throw new Error(`There is no ${kind}.`);
  return { ...found, ...changes };
};

describe('a field that was sent without an answer', () => {
  const fieldOrigin = (requests: readonly SentRequest[], local: Values, theirs: Values) => {
    send('component', componentId, requests);
    const base = { title: 'Base', description: 'Sells' };
    const component = row('component', componentId, { base, local: { ...base, ...local } });
    return unansweredBase(store, component, { ...base, ...theirs }, () => null)?.values;
  };
  const request = (title: string) => ({ body: { title }, ifMatch: null });

  test.each([
    ['did not arrive', 'Sent', 'Sent', 'Base', { title: 'Base' }],
    ['arrived', 'Sent', 'Sent', 'Sent', { title: 'Sent' }],
    ['arrived, and was changed here since', 'Sent', 'Later', 'Sent', { title: 'Sent' }],
    ['was changed by others', 'Sent', 'Sent', 'Theirs', { title: 'Base' }],
    ['was changed here and by others', 'Sent', 'Later', 'Theirs', { title: 'Base' }],
    ['was undone here, and did not arrive', 'Sent', 'Base', 'Base', { title: 'Base' }],
    ['was undone here, and arrived', 'Sent', 'Base', 'Sent', { title: 'Sent' }],
    ['was undone here, and may be what others replaced', 'Sent', 'Base', 'Theirs', {}],
    ['was sent as it was before', 'Base', 'Base', 'Theirs', { title: 'Base' }],
  ])('%s', (_what, sent, mine, theirs, expected) => {
    expect(fieldOrigin([request(sent)], { title: mine }, { title: theirs })).toEqual({
      ...expected,
      description: 'Sells',
    });
  });

  test.each(['First', 'Second'])('twice has the value that arrived: %s', (arrived) => {
    const requests = [request('Second'), request('First')];
    const values = fieldOrigin(requests, { title: 'Second' }, { title: arrived });
    expect(values).toEqual({ title: arrived, description: 'Sells' });
  });
});

describe('a request counts as unanswered', () => {
  test.each([
    [true, 'without any version', null, null],
    [true, 'with a version, if the version here is unknown', 'v1', null],
    [true, 'without a version, although one is here', null, 'v1'],
    [true, 'with the version that is here', 'v1', 'v1'],
    [false, 'with an earlier version than that here', 'v1', 'v2'],
  ])('%s: %s', (counts, _what, ifMatch, etag) => {
    send('component', componentId, [{ body: { title: 'Sent' }, ifMatch }]);
    const component = row('component', componentId, { etag, base: { title: 'Base' } });
    const origin = unansweredBase(store, component, { title: 'Sent' }, () => null);
    expect(origin).toEqual(counts ? { values: { title: 'Sent' }, drawing: null } : null);
  });

  it('unless it is a delete, or there is none', () => {
    const component = row('component', componentId, { base: {} });
    expect(unansweredBase(store, component, {}, () => null)).toBeNull();
    send('component', componentId, [{ body: null, ifMatch: null }]);
    expect(unansweredBase(store, component, {}, () => null)).toBeNull();
  });
});

const node = (data: Values, id = 'a'): CanvasNode => ({ id, position: { x: 0, y: 0 }, data });
const drawing = (...nodes: (CanvasNode | null)[]): CanvasDocument => ({
  nodes: nodes.flatMap((each) => each ?? []),
  edges: [],
});
/** The same elements as flows, because flows are merged like nodes. */
const asFlows = ({ nodes }: CanvasDocument): CanvasDocument => ({
  nodes: [],
  edges: nodes.map(({ id, data }) => flowOf(data, id)),
});
const flowOf = (data: Values, id: string): CanvasEdge => ({ id, source: 'x', target: 'y', data });

type Sides = Record<'base' | 'sent' | 'mine' | 'theirs', CanvasDocument>;

const drawingOrigin = (
  { base, sent, mine, theirs }: Sides,
  former: FormerElements | null = null,
  earlier: readonly CanvasDocument[] = [],
) => {
  store.documents.merge(canvasId, mine, base);
  send('canvas', canvasId, [
    { body: { data: sent }, ifMatch: null, ...(former && { former }) },
    ...earlier.map((data) => ({ body: { data }, ifMatch: null })),
  ]);
  return unansweredBase(store, row('canvas', canvasId, { base: {} }), {}, () => theirs)?.drawing;
};

describe('an element that was sent without an answer', () => {
  const [base, sent, mine, other] = ['Base', 'Sent', 'Mine', 'Theirs'].map((label) => ({ label }));
  const none = null;
  type Case = [string, ...(Values | null | undefined)[]];
  const cases: Case[] = [
    // Each row has a title, the element in the base, in the request, here, and at the service, and its
    // origin.
    ['was added, and arrived', none, sent, sent, sent, sent],
    ['was added, and did not arrive', none, sent, sent, none, none],
    ['was added, and changed by others', none, sent, sent, other, none],
    ['was added, removed here, and changed by others', none, sent, none, other, sent],
    ['was removed, and arrived', base, none, none, none, none],
    ['was removed, and did not arrive', base, none, none, base, base],
    ['was removed, and changed by others', base, none, none, other, base],
    ['was changed, and did not arrive', base, sent, sent, base, base],
    ['was changed, and arrived', base, sent, sent, sent, sent],
    ['was changed, and changed here and by others since', base, sent, mine, other, base],
    ['was changed, and by others', base, sent, sent, other, base],
    ['was changed, and then removed here', base, sent, none, sent, sent],
    ['was changed, removed here, and changed by others', base, sent, none, other, base],
    ['was undone, and arrived', base, sent, base, sent, sent],
    ['was undone, and did not arrive', base, sent, base, base, base],
    ['was undone, and may be what others replaced', base, sent, base, other, none],
    ['was undone, and may be what others removed', base, sent, base, none, sent],
    ['was changed, and removed by others', base, sent, sent, none, base],
    ['was changed and removed here, and removed by others', base, sent, none, none, base],
    ['was not changed, and removed by others', base, base, base, none, base],
    ['was not changed, but by others', base, base, base, other, base],
  ];
  test.each(cases)('%s', (_what, ...versions) => {
    const [known, request, here, there, expected] = versions.map((data) =>
      drawing(data ? node(data) : null),
    );
    if (!known || !request || !here || !there || !expected)
      throw new Error('A version is missing.');
    const sides = { base: known, sent: request, mine: here, theirs: there };
    expect(drawingOrigin(sides)).toEqual(expected);
    const flows = {
      base: asFlows(known),
      sent: asFlows(request),
      mine: asFlows(here),
      theirs: asFlows(there),
    };
    expect(drawingOrigin(flows)).toEqual(asFlows(expected));
  });

  it('has the fields that arrived, beside those that others changed', () => {
    const origin = drawingOrigin({
      base: drawing(node({ label: 'Base', color: 'red', technology: 'PHP' })),
      sent: drawing(node({ label: 'Sent', color: 'blue', technology: 'PHP' })),
      mine: drawing(node({ label: 'Sent', color: 'blue', technology: 'PHP' })),
      theirs: drawing(node({ label: 'Sent', color: 'green', technology: 'Go' })),
    });
    expect(origin).toEqual(drawing(node({ label: 'Sent', color: 'red', technology: 'PHP' })));
  });

  it('is found in an earlier request too', () => {
    const [first, second] = [drawing(node({ label: 'First' })), drawing(node({ label: 'Second' }))];
    const sides = { base: drawing(node({ label: 'Base' })), sent: second, mine: second };
    expect(drawingOrigin({ ...sides, theirs: first }, null, [first])).toEqual(first);
  });

  it('has no origin here if nothing is drawn here', () => {
    send('canvas', canvasId, [{ body: { data: drawing(node({})) }, ifMatch: null }]);
    store.documents.remove(canvasId);
    const canvas = row('canvas', canvasId, { base: {} });
    expect(unansweredBase(store, canvas, {}, () => drawing())?.drawing).toEqual(drawing());
  });

  test.each([
    ['no drawing was sent', { title: 'Sent' }, drawing()],
    ['the sent drawing is unreadable', { data: { nodes: 'all' } }, drawing()],
    ['the service returned no drawing', { data: drawing() }, null],
  ])('has no origin if %s', (_why, body, theirs) => {
    send('canvas', canvasId, [{ body, ifMatch: null }]);
    const canvas = row('canvas', canvasId, { base: {} });
    expect(unansweredBase(store, canvas, {}, () => theirs)?.drawing).toBeNull();
  });
});

describe('a request that names what it changed', () => {
  const [before, after] = [
    node({ label: 'Before', note: '' }),
    node({ label: 'Before', note: 'Ask' }),
  ];
  /** Others changed the label after the request was sent; that was read; then they changed it back. */
  const sides = {
    base: drawing(node({ label: 'Theirs', note: '' })),
    sent: drawing(after),
    mine: drawing(node({ label: 'Theirs', note: 'Ask' })),
    theirs: drawing(after),
  };
  const origins: [string, FormerElements | null, Values][] = [
    ['all that differs, if it names nothing', null, { label: 'Before', note: 'Ask' }],
    ['a field', { nodes: [['a', before]], edges: [] }, { label: 'Theirs', note: 'Ask' }],
    ['a new element', { nodes: [['a', null]], edges: [] }, { label: 'Theirs', note: '' }],
  ];
  test.each(origins)('has sent %s', (_what, former, expected) => {
    expect(drawingOrigin(sides, former)).toEqual(drawing(node(expected)));
  });

  it('has not sent other elements', () => {
    expect(drawingOrigin(sides, { nodes: [], edges: [] })).toEqual(sides.base);
    const flows = { base: asFlows(sides.base), sent: asFlows(sides.sent) };
    const both = { ...flows, mine: asFlows(sides.mine), theirs: asFlows(sides.theirs) };
    expect(drawingOrigin(both, { nodes: [], edges: [] })).toEqual(flows.base);
    const added = { ...sides, base: drawing() };
    expect(drawingOrigin(added, { nodes: [], edges: [] })).toEqual(drawing());
  });

  it('names added, changed, and removed nodes and flows', () => {
    const known = drawing(node({ label: 'Same' }, 'same'), before, node({}, 'removed'));
    const sent = drawing(node({ label: 'Same' }, 'same'), after, node({}, 'added'));
    expect(formerElements(known, sent)).toEqual({
      nodes: [
        ['a', before],
        ['removed', node({}, 'removed')],
        ['added', null],
      ],
      edges: [],
    });
    const [flow] = asFlows(drawing(before)).edges;
    expect(formerElements(asFlows(drawing(before)), asFlows(drawing(after)))).toEqual({
      nodes: [],
      edges: [['a', flow]],
    });
  });
});
