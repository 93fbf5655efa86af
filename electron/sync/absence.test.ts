import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createApiClient } from '../connection/api-client.ts';
import { createStore, type Store } from '../store/store.ts';
import { createAbsence } from './absence.ts';
import { createRemoteRecords } from './endpoints.ts';
import { AlwaysChanged } from './outcome.ts';
import { change, created } from './testing/office.ts';

const problem = (status: number, fields: Record<string, unknown> = {}) => ({
  status,
  body: { status, title: `No ${status}`, code: 'unknown', ...fields },
});
const shown = { status: 200, body: { id: 'any', title: 'Shown' } };

let store: Store;
let absenceOf: ReturnType<typeof createAbsence>;
/** The paths of the requests. */
let asked: string[];
/** The answers to requests for the collection, one after the other. The last one is repeated. */
let ofCollection: { status: number; body: unknown }[];
let ofThreat: { status: number; body: unknown };

beforeEach(() => {
  [asked, ofCollection, ofThreat] = [[], [problem(404)], problem(404)];
  store = createStore({ path: ':memory:' });
  change(store, [
    created('collection', 'all', null, { title: 'All' }),
    created('threatModel', 'shop', 'all', { title: 'Shop' }),
    created('canvas', 'overview', 'shop', { title: 'Overview' }),
    created('component', 'web', 'overview', { title: 'Web app' }),
    created('threat', 'theft', 'web', { title: 'Theft' }),
  ]);
  store.idMap.put('collection', 'all', 'C1');
  const client = createApiClient('http://service.invalid', ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const isCollection = pathname.startsWith('/collections/');
    const next = ofCollection.length > 1 ? ofCollection.shift() : ofCollection[0];
    const { status, body } = (isCollection ? next : undefined) ?? ofThreat;
    return Promise.resolve(Response.json(body, { status }));
  });
  absenceOf = createAbsence(store, createRemoteRecords(client, new AbortController().signal));
});
afterEach(() => store.close());

const ofTheft = () => absenceOf('threat', 'theft', { kind: 'threat', serviceId: 'T1' });
const theft = { kind: 'threat', id: 'theft', type: 'deletedThere' };
const whole = { kind: 'collection', id: 'all' };

describe('a record that the service does not show', () => {
  test.each([403, 404, 410])(
    'is in a lost collection if that is hidden twice: %i',
    async (status) => {
      ofCollection = [problem(status)];
      expect(await ofTheft()).toEqual({ ...whole, type: 'accessLost' });
      expect(asked).toEqual(['/collections/C1', '/collections/C1']);
    },
  );

  it('is in a deleted collection if the service says so', async () => {
    ofCollection = [problem(404, { deleted: true })];
    expect(await ofTheft()).toEqual({ ...whole, type: 'deletedThere' });
  });

  it('is in a hidden collection if only the first answer says that it was deleted', async () => {
    ofCollection = [problem(404, { deleted: true }), problem(404)];
    expect(await ofTheft()).toEqual({ ...whole, type: 'accessLost' });
  });

  test.each([
    ['at once', [shown]],
    ['although one answer hid it', [problem(404), shown]],
  ])('was deleted itself if its collection is shown %s', async (_when, answers) => {
    ofCollection = [...answers];
    expect(await ofTheft()).toEqual(theft);
    // A single answer may be wrong, so the record is read twice.
    const reads = ['/threats/T1', '/threats/T1'];
    expect(asked).toEqual([...answers.map(() => '/collections/C1'), ...reads]);
  });

  it('is not missing if it is shown by now', async () => {
    [ofCollection, ofThreat] = [[shown], shown];
    await expect(ofTheft()).rejects.toThrow(AlwaysChanged);
  });

  it('was deleted if its ID at the service is unknown and its collection is shown', async () => {
    [ofCollection, ofThreat] = [[shown], shown];
    const missing = { kind: 'threat', serviceId: null } as const;
    expect(await absenceOf('threat', 'theft', missing)).toEqual(theft);
    expect(asked).toEqual(['/collections/C1']);
  });

  test.each([
    ['the token lacks a scope', problem(403, { requiredScope: 'collections:read' })],
    ['the service fails', problem(500)],
    ['the service is busy', problem(429)],
  ])('is missing for an unknown reason if %s', async (_why, answer) => {
    ofCollection = [answer];
    await expect(ofTheft()).rejects.toThrow(`No ${answer.status}`);
    ofCollection = [problem(404), answer];
    await expect(ofTheft()).rejects.toThrow(`No ${answer.status}`);
  });

  it('was deleted if the service does not have its collection', async () => {
    store.idMap.remove('collection', 'all');
    expect(await ofTheft()).toEqual(theft);
    const unknown = absenceOf('threat', 'unknown', { kind: 'threat', serviceId: 'T2' });
    expect(await unknown).toEqual({ ...theft, id: 'unknown' });
    expect(asked).toEqual([]);
  });
});

describe('the service is asked about a collection', () => {
  it('only once while it hides the collection', async () => {
    await ofTheft();
    const ofWeb = absenceOf('component', 'web', { kind: 'component', serviceId: 'W1' });
    expect(await ofWeb).toEqual({ ...whole, type: 'accessLost' });
    expect(asked).toHaveLength(2);
  });

  it('again if it showed the collection', async () => {
    ofCollection = [shown, problem(404)];
    expect(await ofTheft()).toEqual(theft);
    expect(await ofTheft()).toEqual({ ...whole, type: 'accessLost' });
  });
});
