import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient } from '../../connection/api-client.ts';
import { createConnectionFetch } from '../../connection/connection-fetch.ts';
import type { Fetch } from '../../connection/fetch.ts';
import { createRemoteFetch } from '../../connection/remote-fetch.ts';
import { createStore } from '../../store/store.ts';
import { createSyncEngine } from '../engine.ts';
import { createChance } from '../simulation/chance.ts';
import { plainService } from '../simulation/network.ts';
import { createDecisions } from './decisions.ts';
import { openDiary, readDiary } from './diary.ts';
import { planGesture } from './gestures.ts';
import { createObserver } from './observer.ts';
import { orderSchema, personTaskSchema, type Report } from './person-task.ts';
import { pickByWeight } from './pick-by-weight.ts';
import { theirSide } from './their-side.ts';

// This program runs one person in a separate process. The person works while sync runs, until the
// process is killed or told to finish. The process exits when its standard input ends, which also
// happens when its parent is killed.

/** The engine's delays are divided by this, because the process lives only some seconds. */
const hurry = 20;
const maxPauseMs = 200;

const task = personTaskSchema.parse(JSON.parse(process.argv[2] ?? ''));
const chance = createChance(task.seed);
const before = task.diaryBefore === null ? null : readDiary(task.diaryBefore);
const diary = openDiary(task.diaryPath);
const store = createStore({ path: task.storePath });

const network = createRemoteFetch({
  network: async (url, init) => await fetch(url, { ...init, redirect: 'error' }),
});

/** This `fetch` is below the connection stack, so it records every attempt and its result. */
const noted: Fetch = async (request) => {
  const path = request.url.slice(task.baseUrl.length);
  const headers = ['if-match', 'if-none-match', 'idempotency-key'].flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const body = request.method === 'GET' || path === '/auth' ? '' : await request.clone().text();
  const line = [request.method, path, ...headers, body.slice(0, 400)].join(' ');
  diary({ type: 'request', what: `> ${line}` });
  try {
    const answer = await network(request);
    diary({ type: 'request', what: `< ${answer.status} ${request.method} ${path}` });
    return answer;
  } catch (error) {
    diary({ type: 'request', what: `< ${String(error)} ${request.method} ${path}` });
    throw error;
  }
};

const engine = createSyncEngine({
  store,
  client: createApiClient(
    task.baseUrl,
    createConnectionFetch({
      baseUrl: task.baseUrl,
      credentials: () => Promise.resolve(task.credentials),
      fetch: task.plain ? plainService(noted) : noted,
    }),
  ),
  connectionName: task.who,
  changed: () => {},
  announce: () => {},
  log: (message, details) =>
    diary({ type: 'noted', what: `${message} ${JSON.stringify(details)}` }),
  later: (work, ms) => {
    const timer = setTimeout(work, ms / hurry);
    return () => clearTimeout(timer);
  },
});

const observer = createObserver({ store, diary, before, theirs: () => theirSide(engine) });
let words = task.firstWord;
const word = (): string => `w${(words += 1)}`;
const decisions = createDecisions({ store, engine, chance, observer });

const downloadEverything = (): void => {
  for (const { id } of store.records.all('collection')) store.downloads.add('collection', id);
};

const failureOf = async (pass: Promise<void>): Promise<string | null> =>
  await pass.then(
    () => null,
    (error: unknown) => String(error),
  );

const inBackground = (pass: () => Promise<void>) => (): void => void failureOf(pass());

const gesture = (): void => {
  observer.watch(planGesture({ store, chance, word }));
  engine.changed();
};

const openSomeCanvas = (): void => {
  const canvas = chance.pick(store.records.all('canvas'));
  if (canvas) engine.opened(canvas.id);
};

/** The person's actions and their relative frequency. */
const deeds: readonly { weight: number; act: () => void }[] = [
  { weight: 60, act: gesture },
  { weight: 6, act: inBackground(engine.syncRecent) },
  { weight: 2, act: inBackground(engine.syncAll) },
  { weight: 2, act: engine.wake },
  { weight: 2, act: openSomeCanvas },
  { weight: 2, act: downloadEverything },
  { weight: 5, act: decisions.decideOne },
  { weight: 2, act: engine.retryAll },
  { weight: 1, act: decisions.discardOne },
  { weight: 1, act: inBackground(decisions.endHold) },
];

const resting = new AbortController();
const work = async (): Promise<void> => {
  for (;;) {
    await pause(chance.below(maxPauseMs));
    if (resting.signal.aborted) return;
    pickByWeight(chance, deeds).act();
  }
};

const report = (failure: string | null): Report => {
  observer.noteSynced();
  const { pending, rejected, conflicts, hold } = engine.status();
  return { pending, rejected, conflicts, hold, failure };
};

const finish = async (givesUp: boolean): Promise<Report> => {
  downloadEverything();
  store.outbox.retryAll();
  await engine.idle();
  observer.noteSynced();
  decisions.decideAll();
  const holdFailure = await failureOf(decisions.endHold());
  const syncFailure = await failureOf(engine.syncAll());
  if (givesUp) decisions.discardAll();
  // Sends what the decisions changed.
  return report(holdFailure ?? syncFailure ?? (await failureOf(engine.flush())));
};

engine.start();
void work();
flushCompileCache();
for await (const line of createInterface({ input: process.stdin })) {
  const { order, givesUp } = orderSchema.parse(JSON.parse(line));
  resting.abort();
  if (order === 'end') {
    await engine.stop();
    observer.noteSynced();
    store.close();
    break;
  }
  const answer = order === 'finish' ? await finish(givesUp) : report(null);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit();
