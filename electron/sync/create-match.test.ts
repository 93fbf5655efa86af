import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { createApiClient } from '../connection/api-client.ts';
import type { Values } from '../store/records.ts';
import { createStore, type Store } from '../store/store.ts';
import { createMatchSearch } from './create-match.ts';
import { createRemoteLists, createRemoteRecords } from './endpoints.ts';

const baseUrl = 'http://service.invalid/api/v1';
const sentAt = Date.parse('2026-01-01T10:00:00.000Z');
const minutesLater = (minutes: number): string => new Date(sentAt + minutes * 60_000).toISOString();
const [atCreation, later] = [minutesLater(1), minutesLater(5)];
/** The times of a record that nobody has changed, and of one that somebody may have changed. */
const [unchanged, changed] = [
  { created_at: atCreation, updated_at: atCreation },
  { created_at: atCreation, updated_at: later },
];

let store: Store;
/** The records at the service. */
let there: ({ id: string } & Values)[];
/** The paths of the lists that were read. */
let listed: string[];

/** A service that shows the records of `there` in every list. */
const answer = ({ url }: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(url);
  const record = there.find(({ id }) => pathname.endsWith(`/${id}`));
  if (record) return Promise.resolve(Response.json(record));
  listed.push(pathname.slice('/api/v1'.length));
  const [limit, page] = [searchParams.get('limit'), searchParams.get('page')].map(Number);
  if (!limit || !page) return Promise.resolve(Response.json(there));
  const items = there.slice((page - 1) * limit, page * limit);
  return Promise.resolve(Response.json({ items, count: there.length }));
};

beforeEach(() => {
  store = createStore({ path: ':memory:' });
  [there, listed] = [[], []];
});
afterEach(() => store.close());

type Protection = { sentAfter?: string | null; honorsKey?: boolean };

/** Stores a create of this kind as sent and unanswered. */
const sendCreate = (kind: RecordKind, id: string, body: Values, request: Protection = {}) => {
  store.outbox.create(kind, id);
  const [{ seq } = { seq: 0 }] = store.outbox.forRecord(kind, id);
  const { sentAfter = new Date(sentAt).toISOString(), honorsKey = false } = request;
  store.outbox.countAttempt(seq, body, { sentAfter, honorsKey });
  const entry = store.outbox.find(seq);
  if (!entry) throw new Error('The create is not queued.');
  return entry;
};

/**
 * Returns the ID of the match, if it is sure, and if others may have changed it. Returns `null` if
 * there is no match.
 */
const matchOf = async (kind: RecordKind, body: Values, request: Protection = {}) => {
  const entry = sendCreate(kind, 'own', body, request);
  const client = createApiClient(baseUrl, answer);
  const { signal } = new AbortController();
  const remote = createRemoteRecords(client, signal);
  const search = createMatchSearch({ store, remote, lists: createRemoteLists(client, signal) });
  const match = await search(entry, { body, drawing: null, revision: null });
  if (!match) return null;
  const { version, isSure, mayBeChanged } = match;
  return [version.remote.id, isSure ? 'sure' : 'unsure', mayBeChanged ? 'changed' : 'unchanged'];
};

const sent = {
  title: 'Spoofing',
  description: 'Of names',
  priority: 'high',
  componentId: 'component',
};
const { componentId: _parent, ...content } = sent;

describe('a record with the sent content is the created one', () => {
  test.each([
    ['nobody has changed it', unchanged, 'unchanged'],
    ['it was changed back', changed, 'changed'],
    ['the clock was set back', { ...changed, updated_at: minutesLater(0) }, 'changed'],
    ['its times are unknown', {}, 'changed'],
    ['its creation time is unknown', { updated_at: later }, 'changed'],
    ['its last change is unknown', { created_at: atCreation }, 'changed'],
    ['it seems to be much older', { created_at: minutesLater(-99), updated_at: later }, 'changed'],
  ])('if %s', async (_what, times, change) => {
    there = [{ id: 'a', ...content, ...times }];
    expect(await matchOf('threat', sent)).toEqual(['a', 'sure', change]);
  });

  it('if the service lacks some fields', async () => {
    there = [{ id: 'a', title: 'Spoofing', ...unchanged }];
    const match = await matchOf('threat', sent, { honorsKey: true });
    expect(match).toEqual(['a', 'sure', 'unchanged']);
  });

  it('if the service names its parent in its own way', async () => {
    there = [{ id: 'a', ...content, componentId: 'Component No. 7', ...unchanged }];
    const match = await matchOf('threat', sent, { honorsKey: true });
    expect(match).toEqual(['a', 'sure', 'unchanged']);
  });

  it('even if another unanswered create has the same content', async () => {
    there = [{ id: 'a', ...content, ...unchanged }];
    sendCreate('threat', 'second', sent);
    expect(await matchOf('threat', sent)).toEqual(['a', 'sure', 'unchanged']);
  });

  it('before any other', async () => {
    there = [
      { id: 'b', ...content, priority: 'low', ...changed },
      { id: 'a', ...content, ...changed },
    ];
    expect(await matchOf('threat', sent)).toEqual(['a', 'sure', 'changed']);
  });
});

describe('a record that others have changed', () => {
  const other = { title: 'Tampering', description: 'With data', priority: 'low' };
  test.each([
    ['by its name', { title: 'Spoofing' }, ['a', 'sure', 'changed']],
    ['by its description', { description: 'Of names' }, ['a', 'sure', 'changed']],
    ['only by the person, without a common text', { priority: 'high' }, ['a', 'unsure', 'changed']],
    ['only by the person, without anything in common', {}, ['a', 'unsure', 'changed']],
  ])('is recognized %s', async (_how, same, expected) => {
    there = [{ id: 'a', ...other, ...same, ...changed }];
    expect(await matchOf('threat', sent)).toEqual(expected);
  });

  it('is not recognized by an empty text', async () => {
    there = [{ id: 'a', ...other, description: '', ...changed }];
    expect(await matchOf('threat', { ...sent, description: '' })).toEqual([
      'a',
      'unsure',
      'changed',
    ]);
  });

  it('is no match without a common text if a retry returns the created record', async () => {
    there = [{ id: 'a', ...other, ...changed }];
    expect(await matchOf('threat', sent, { honorsKey: true })).toBeNull();
  });

  test.each([
    ['16 minutes before the create was sent', -16, null],
    ['15 minutes before it, by a clock that was set back', -15, ['a', 'sure', 'changed']],
  ])('is a match if it was created at most %s', async (_when, minutes, expected) => {
    const created_at = minutesLater(minutes);
    there = [{ id: 'a', ...content, priority: 'low', created_at, updated_at: later }];
    expect(await matchOf('threat', sent)).toEqual(expected);
  });

  it('is a match if nobody knows whether it is older', async () => {
    const created_at = minutesLater(-999);
    there = [{ id: 'a', ...content, priority: 'low', created_at, updated_at: later }];
    expect(await matchOf('threat', sent, { sentAfter: null })).toEqual(['a', 'sure', 'changed']);
  });

  it('is a match if its creation time is unknown', async () => {
    there = [{ id: 'a', ...content, priority: 'low', updated_at: later }];
    expect(await matchOf('threat', sent)).toEqual(['a', 'sure', 'changed']);
  });
});

describe('among several records', () => {
  const alike = { ...content, priority: 'low', ...changed };
  const unlike = { title: 'Tampering', description: '', priority: 'low', ...changed };

  it('the only one with a common text is the created one', async () => {
    there = [
      { id: 'a', ...unlike },
      { id: 'b', ...alike },
    ];
    expect(await matchOf('threat', sent)).toEqual(['b', 'sure', 'changed']);
  });

  const three = [
    { id: 'a', ...unlike },
    { id: 'b', ...alike },
    { id: 'c', ...alike },
  ];
  it('with common texts, the person decides', async () => {
    there = three;
    expect(await matchOf('threat', sent)).toEqual(['b', 'unsure', 'changed']);
  });
  it('with common texts, none is chosen if a retry returns the created record', async () => {
    there = three;
    expect(await matchOf('threat', sent, { honorsKey: true })).toBeNull();
  });
});

describe('a record that nobody has changed, but that differs from the sent content', () => {
  const stored = { ...content, priority: 'medium', ...unchanged };

  it('is the created one if the service has stored its texts only', async () => {
    there = [{ id: 'a', ...stored }];
    expect(await matchOf('threat', sent)).toEqual(['a', 'sure', 'unchanged']);
  });

  test.each([
    ['the service stores all fields', {}, { honorsKey: true }],
    ['it has another name', { title: 'Tampering' }, {}],
    ['it has another description', { description: '' }, {}],
  ])('is another one if %s', async (_why, values, request) => {
    there = [{ id: 'a', ...stored, ...values }];
    expect(await matchOf('threat', sent, request)).toBeNull();
  });

  const node = (id: string) => ({ id, position: { x: 0, y: 0 }, data: {} });
  const flow = { id: 'flow', source: 'x', target: 'y' };
  const drawings: [string, unknown, unknown, string[] | null][] = [
    ['has no elements', { nodes: [node('a')] }, {}, ['k', 'sure', 'unchanged']],
    ['has no drawing', { nodes: [node('a')] }, null, ['k', 'sure', 'unchanged']],
    [
      'shares a node',
      { nodes: [node('a')] },
      { nodes: [node('b'), node('a')] },
      ['k', 'sure', 'unchanged'],
    ],
    [
      'shares a flow',
      { edges: [flow] },
      { nodes: [node('a')], edges: [flow] },
      ['k', 'sure', 'unchanged'],
    ],
    ['has other elements', { nodes: [node('a')] }, { nodes: [node('b')] }, null],
    ['has elements, and none was sent', {}, { nodes: [node('b')] }, null],
  ];
  test.each(drawings)('is a canvas that %s', async (_what, mine, theirs, expected) => {
    const whole = (drawing: unknown) => Object.assign({ nodes: [], edges: [] }, drawing);
    const data = theirs === null ? {} : { data: whole(theirs) };
    there = [{ id: 'k', title: 'Overview', format: 'table', ...data, ...unchanged }];
    const body = { title: 'Overview', format: 'diagram', data: whole(mine), threatModelId: 'm' };
    expect(await matchOf('canvas', body)).toEqual(expected);
  });
});

describe('a record is no match', () => {
  it('if it belongs to another local record', async () => {
    there = [{ id: 'a', ...content, ...unchanged }];
    store.idMap.put('threat', 'known', 'a');
    expect(await matchOf('threat', sent)).toBeNull();
  });

  it('if it has the content of another unanswered create', async () => {
    there = [{ id: 'a', ...content, description: 'Of pages', ...changed }];
    sendCreate('threat', 'second', { ...sent, description: 'Of pages' });
    expect(await matchOf('threat', sent)).toBeNull();
    there = [{ id: 'a', ...content, ...changed }];
    expect(await matchOf('threat', sent)).toEqual(['a', 'sure', 'changed']);
  });

  test.each([
    ['ann', 'ann', ['a', 'sure', 'unchanged']],
    ['ann', 'bob', null],
    [null, 'bob', ['a', 'sure', 'unchanged']],
    ['ann', null, ['a', 'sure', 'unchanged']],
  ])('if the person is %s and its author is %s: %j', async (me, author, expected) => {
    if (me !== null) store.preferences.learnUserId(me);
    const named = author === null ? {} : { user: { id: author } };
    there = [{ id: 'a', text: 'Ask', ...named, ...unchanged }];
    expect(await matchOf('comment', { text: 'Ask', threatId: 't' })).toEqual(expected);
  });
});

describe('records are searched in the parent', () => {
  test.each([
    ['collection', { title: 'One' }, '/collections'],
    ['threatModel', { title: 'One', collectionId: 'p' }, '/threat-models/collection/p'],
    ['canvas', { title: 'One', threatModelId: 'p' }, '/canvases/threat-model/p'],
    ['component', { title: 'One', canvasId: 'p' }, '/components/for-canvas/p'],
    ['threat', { title: 'One', componentId: 'p' }, '/threats/for-component/p'],
    ['mitigation', { title: 'One', threatId: 'p' }, '/mitigations/for-threat/p'],
    ['comment', { text: 'One', threatId: 'p' }, '/comments/for-threat/p'],
  ] as const)('a %s', async (kind, body, path) => {
    const { title, text } = { title: undefined, text: undefined, ...body };
    there = [{ id: 'a', title, text, ...unchanged }];
    expect(await matchOf(kind, body)).toEqual(['a', 'sure', 'unchanged']);
    expect(listed).toEqual([path]);
  });

  it('on all pages of a list', async () => {
    there = Array.from({ length: 150 }, (_, index) => ({ id: `a${index}`, title: 'Old' }));
    for (const { id } of there) store.idMap.put('collection', `own ${id}`, id);
    there.push({ id: 'new', title: 'Shop', ...unchanged });
    expect(await matchOf('collection', { title: 'Shop' })).toEqual(['new', 'sure', 'unchanged']);
    expect(listed).toHaveLength(2);
  });
});
