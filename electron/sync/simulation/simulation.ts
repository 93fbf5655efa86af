import { isDeepStrictEqual } from 'node:util';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { withoutDangling } from '#shared/canvas/without-dangling.ts';
import type { Store } from '../../store/store.ts';
import { change, created, openOffice, uuid, type App } from '../testing/office.ts';
import { createChance, type Chance } from './chance.ts';
import { createLedger, tokensIn, type Ledger } from './ledger.ts';
import { createNetwork, plainService } from './network.ts';
import { createOutsider } from './outsider.ts';
import { createPerson, type Person } from './person.ts';
import { seenByApp, seenByService, type Seen } from './visible.ts';

export type SimulationOptions = {
  seed: number;
  /** Whether the service has nothing but what the specification says. */
  plain: boolean;
};

type Worker = { app: App; person: Person; calm: () => void };

const steps = 40;
const mostRounds = 30;

/**
 * Two people and a program work on the same models, over a network that loses, delays, repeats and
 * refuses. Afterwards all of them must have the same, and everything that anybody wrote.
 * Answers what broke; nothing if all is well.
 */
export const simulate = async ({ seed, plain }: SimulationOptions): Promise<string[]> => {
  const chance = createChance(seed);
  const office = await openOffice();
  const reach = plain ? plainService(office.reach) : office.reach;
  const ledger = createLedger();
  let words = 0;
  const word = (): string => `w${(words += 1)}`;
  const client = await office.client(office.reach);
  const atService = (): Promise<Seen[]> => seenByService(client);

  const hire = async (who: string): Promise<Worker> => {
    // A service that knows no keys makes twice what arrives twice, and no client can help it.
    const network = createNetwork(reach, chance.fork(), ({ method }) => !plain || method === 'GET');
    const app = await office.openApp({ network: network.fetch, later: () => () => {} });
    const person = createPerson({ who, app, chance: chance.fork(), ledger, word, atService });
    return { app, person, calm: network.calm };
  };

  try {
    const workers = [await hire('person 0'), await hire('person 1')];
    const [first] = workers;
    if (first) await furnish(first.app, word, ledger);
    for (const { app } of workers) await settleIn(app);
    const outsider = createOutsider({ client, chance: chance.fork(), ledger, word });
    for (let step = 0; step < steps; step += 1) {
      if (chance.happens(0.25)) await outsider.act();
      else await workAWhile(chance.pick(workers), chance);
    }
    for (const { calm } of workers) calm();
    const unsettled = await settleAll(workers);
    return [...unsettled, ...complaints(workers, await atService(), ledger)];
  } finally {
    await office.close();
  }
};

const furnish = async (
  { store, engine }: App,
  word: () => string,
  ledger: Ledger,
): Promise<void> => {
  const [collection, model, canvas, component] = [uuid(1), uuid(2), uuid(3), uuid(4)].map(
    (id) => `${id.slice(0, -6)}f${id.slice(-5)}`,
  );
  if (!collection || !model || !canvas || !component) return;
  const titles = Array.from({ length: 5 }, word);
  change(store, [
    created('collection', collection, null, { title: titles[0] }),
    created('threatModel', model, collection, { title: titles[1] }),
    created('canvas', canvas, model, { title: titles[2] }),
    created('component', component, canvas, { title: titles[3] }),
    created('threat', collection, component, { title: titles[4] }),
  ]);
  ledger.note('person 0', new Set(), new Set(titles));
  await syncCalmly(engine);
};

const syncCalmly = async ({ syncAll }: App['engine']): Promise<void> => {
  for (let attempt = 0; attempt < mostRounds; attempt += 1) {
    try {
      return await syncAll();
    } catch {
      // The network has its faults from the beginning.
    }
  }
};

const keepEverything = ({ records, kept }: Store): void => {
  for (const { id } of records.all('collection')) kept.add('collection', id);
};

const settleIn = async ({ store, engine }: App): Promise<void> => {
  for (let attempt = 0; attempt < mostRounds; attempt += 1) {
    await syncCalmly(engine);
    keepEverything(store);
    if (store.records.all('canvas').length > 0) return;
  }
};

/** Gestures, also while what was done before is being sent. */
const workAWhile = async (worker: Worker | undefined, chance: Chance): Promise<void> => {
  if (!worker) return;
  const { app, person } = worker;
  for (let gestures = chance.below(4); gestures > 0; gestures -= 1) person.act();
  const pass = chance.pick([app.engine.flush, app.engine.syncRecent, app.engine.syncAll]);
  if (!pass || chance.happens(0.3)) return;
  const sent = pass().catch(() => undefined);
  for (let gestures = chance.below(3); gestures > 0; gestures -= 1) {
    await new Promise((resolve) => setImmediate(resolve));
    person.act();
  }
  await sent;
  if (chance.happens(0.3)) await person.decideOne();
  if (chance.happens(0.2)) app.store.outbox.tryAllAgain();
};

const isQuiet = ({ outbox, conflicts }: Store): boolean =>
  outbox.counts().waiting === 0 && conflicts.count() === 0;

/** The network is well again, and both decide what there is to decide. */
const settleAll = async (workers: readonly Worker[]): Promise<string[]> => {
  const problems = new Set<string>();
  let quietRounds = 0;
  for (let round = 0; round < mostRounds && quietRounds < 3; round += 1) {
    problems.clear();
    for (const { app, person } of workers) {
      app.store.outbox.tryAllAgain();
      keepEverything(app.store);
      await person.decideAll();
      await person.settle().catch((error: unknown) => problems.add(String(error)));
      await app.engine.syncAll().catch((error: unknown) => problems.add(String(error)));
      // What a decision set going is part of the same round.
      await app.engine.flush().catch((error: unknown) => problems.add(String(error)));
    }
    const isQuietNow = workers.every(({ app }) => isQuiet(app.store)) && problems.size === 0;
    quietRounds = isQuietNow ? quietRounds + 1 : 0;
  }
  if (quietRounds >= 3) return [];
  const left = workers.flatMap(({ app: { store } }, place) => [
    ...store.outbox
      .all()
      .map(({ kind, op, setAside }) => `person ${place} still has to ${op} a ${kind}: ${setAside}`),
    ...store.conflicts
      .keys()
      .map(({ kind, type }) => `person ${place} has a conflict: ${kind} ${type}`),
  ]);
  return [...left, ...[...problems].map((problem) => `sync does not come to an end: ${problem}`)];
};

const complaints = (
  workers: readonly Worker[],
  service: readonly Seen[],
  ledger: Ledger,
): string[] => [
  ...workers.flatMap(({ app }, place) => differences(place, seenByApp(app.store), service)),
  ...lost(service, ledger),
  ...repeated(service, ledger),
  ...dangling(service),
];

const keyOf = ({ kind, id }: Seen): string => `${kind} ${id}`;

const differences = (place: number, app: readonly Seen[], service: readonly Seen[]): string[] => {
  const there = new Map(service.map((each) => [keyOf(each), each]));
  const here = new Set(app.map(keyOf));
  return [
    ...service
      .filter((each) => !here.has(keyOf(each)))
      .map((each) => `person ${place} lacks ${keyOf(each)}: ${JSON.stringify(each.content)}`),
    ...app.flatMap((each) => {
      const other = there.get(keyOf(each));
      if (!other) return [`only person ${place} has ${keyOf(each)}`];
      const isSame =
        each.parentId === other.parentId && isDeepStrictEqual(each.content, other.content);
      return isSame
        ? []
        : [
            `person ${place} has another ${keyOf(each)}:\n  ${JSON.stringify(each.content)}\n  ${JSON.stringify(other.content)}`,
          ];
    }),
  ];
};

const lost = (service: readonly Seen[], { open }: Ledger): string[] => {
  const there = tokensIn(service);
  return [...open].filter((token) => !there.has(token)).map((token) => `${token} was lost`);
};

/** A word that someone wrote once stands in one record, and there in one place. */
const repeated = (service: readonly Seen[], { repeatable }: Ledger): string[] => {
  const records = new Map<string, number>();
  for (const each of service) {
    for (const token of tokensIn(each.content)) records.set(token, (records.get(token) ?? 0) + 1);
  }
  return [...records]
    .filter(([token, times]) => times > 1 && !repeatable.has(token))
    .map(([token, times]) => `${token} is there ${times} times`);
};

const dangling = (service: readonly Seen[]): string[] =>
  service.flatMap(({ kind, id, content }) => {
    if (kind !== 'canvas' || typeof content !== 'object' || content === null) return [];
    const document = canvasDocumentSchema.parse('data' in content ? content.data : null);
    const ids = [...document.nodes, ...document.edges].map((each) => each.id);
    return [
      ...(withoutDangling(document) === document ? [] : [`something dangles in canvas ${id}`]),
      ...(new Set(ids).size === ids.length ? [] : [`an element is twice in canvas ${id}`]),
    ];
  });
