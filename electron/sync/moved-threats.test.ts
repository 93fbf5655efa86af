import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';

const [collectionId, modelId, canvasId, webAppId, proxyId] = [1, 2, 3, 4, 5].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
];
const [theft, flooding, mitigationId, commentId] = [uuid(6), uuid(7), uuid(8), uuid(9)];

let office: Office;
let app: App;
/** The changes of threat numbers that the app has reported, as `from to`. */
let renumbered: string[];
/** Runs once, as soon as the service has stored the number of a moved threat. */
let meanwhile: (() => void) | null;

beforeEach(async () => {
  office = await openOffice();
  renumbered = [];
  meanwhile = null;
});
afterEach(() => office.close());

const openApp = async (around: (reach: Fetch) => Fetch = (reach) => reach): Promise<void> => {
  const reach = around(office.reach);
  app = await office.openApp({
    network: async (request) => {
      const isOfMove = (await request.clone().text()).includes('moved_from');
      const answer = await reach(request);
      if (isOfMove) meanwhile?.();
      if (isOfMove) meanwhile = null;
      return answer;
    },
    later: () => () => {},
    renumbered: (all) => void renumbered.push(...all.map(({ from, to }) => `${from} ${to}`)),
  });
  change(app.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
    created('component', webAppId, canvasId, { title: 'Web app' }),
    created('component', proxyId, canvasId, { title: 'Proxy' }),
    created('threat', theft, webAppId, { title: 'Session theft' }),
    created('threat', flooding, webAppId, { title: 'Flooding' }),
    created('mitigation', mitigationId, theft, { title: 'Short sessions' }),
    created('comment', commentId, theft, { text: 'Seen last year' }),
  ]);
};

const move = (componentId = proxyId): void => {
  const row = app.store.records.all('threat').find(({ local }) => local['title'] !== 'Flooding');
  const planned = app.store.moveThreats({ ids: [row?.id ?? ''], componentId });
  if (!planned) throw new Error('The threat cannot be moved.');
  app.store.changes.apply(planned);
};
const undo = (): void => void app.store.changes.undo(modelId);
const redo = (): void => void app.store.changes.redo(modelId);

const atService = async (): Promise<string[]> => {
  const rows = await office.database
    .selectFrom('threats')
    .innerJoin('components', 'components.id', 'threats.component_id')
    .orderBy('threats.title')
    .select(['threats.title', 'ref_number', 'components.title as component'])
    .execute();
  return rows.map(({ title, ref_number, component }) => `T-${ref_number} ${title}, ${component}`);
};
const numbersIn = ({ store }: App): string[] =>
  store.records
    .all('threat')
    .map(({ local }) => `${String(local['ref_id'])} ${String(local['title'])}`)
    .toSorted();
const localNumbers = (): string[] => numbersIn(app);
const numbersAfterSync = async (): Promise<string[]> => {
  await app.engine.syncAll();
  expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  return await atService();
};

const moved = ['T-2 Flooding, Web app', 'T-1 Session theft, Proxy'];
const original = ['T-2 Flooding, Web app', 'T-1 Session theft, Web app'];
const numbers = ['T-1 Session theft', 'T-2 Flooding'];

describe('a moved threat', () => {
  beforeEach(async () => {
    await openApp();
    await app.engine.syncAll();
  });

  it('keeps its number here and at the service, through undo and redo', async () => {
    move();
    expect(localNumbers()).toEqual(numbers);
    expect(await numbersAfterSync()).toEqual(moved);
    expect(localNumbers()).toEqual(numbers);
    undo();
    expect(await numbersAfterSync()).toEqual(original);
    expect(localNumbers()).toEqual(numbers);
    redo();
    expect(await numbersAfterSync()).toEqual(moved);
    expect(localNumbers()).toEqual(numbers);
    expect(renumbered).toEqual([]);
  });

  it('keeps its number when it is moved again, and both moves are undone', async () => {
    move();
    await app.engine.syncAll();
    move(webAppId);
    expect(await numbersAfterSync()).toEqual(original);
    undo();
    expect(await numbersAfterSync()).toEqual(moved);
    undo();
    expect(await numbersAfterSync()).toEqual(original);
    expect(localNumbers()).toEqual(numbers);
    expect(renumbered).toEqual([]);
  });

  it('keeps its number when a move is undone in flight', async () => {
    move();
    meanwhile = undo;
    expect(await numbersAfterSync()).toEqual(original);
    // The app read the original threat before the delete of the moved one freed the number, so it has to
    // read the original again.
    await app.engine.syncAll();
    expect(localNumbers()).toEqual(numbers);
    expect(renumbered).toEqual([]);
  });

  it('is shown with its number by others', async () => {
    move();
    await app.engine.syncAll();
    const other = await office.openApp();
    await other.pull();
    expect(numbersIn(other)).toEqual(numbers);
  });
});

it('gets a number like any other if it was moved before the service had the original', async () => {
  await openApp();
  move();
  expect(await numbersAfterSync()).toEqual(['T-1 Flooding, Web app', 'T-2 Session theft, Proxy']);
  expect(localNumbers()).toEqual(['T-1 Flooding', 'T-2 Session theft']);
  expect(renumbered).toEqual([]);
});

/** A service without the field `moved_from`. */
const withoutMoves = (reach: Fetch): Fetch => {
  const plain = plainService(reach);
  return async (request) => {
    expect(await request.clone().text()).not.toContain('moved_from');
    const { status, headers, body } = await plain(request);
    const text = await new Response(body).text();
    const answer = text.replaceAll('"moved_from":null,', '');
    return new Response(answer === '' ? null : answer, { status, headers });
  };
};

it('gets another number from a service without moves, and the person is told', async () => {
  await openApp(withoutMoves);
  await app.engine.syncAll();
  move();
  expect(localNumbers()).toEqual(numbers);
  expect(await numbersAfterSync()).toEqual(['T-2 Flooding, Web app', 'T-3 Session theft, Proxy']);
  expect(localNumbers()).toEqual(['T-2 Flooding', 'T-3 Session theft']);
  expect(renumbered).toEqual(['T-1 T-3']);
});
