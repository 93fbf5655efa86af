import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { listen } from '../../service/http.ts';
import { createChance } from './simulation/chance.ts';
import { plainService } from './simulation/network.ts';
import { openOffice, type App, type Office } from './testing/office.ts';

const rounds = process.env.PARAPET_FULL ? 120 : 6;
const maxRequests = 30;
const maxPauseMs = 10;
const maxDecisions = 5;
const program = join(import.meta.dirname, 'testing/work-until-killed.ts');

type Life = { task: object; requests: EventEmitter; end: number; pauseMs: number };

/**
 * Runs the program, kills it shortly after one of its requests, and returns the lines that it printed.
 */
const workAndKill = async ({ task, requests, end, pauseMs }: Life): Promise<string[]> => {
  const working = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  working.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const closed = once(working, 'close');
  for (let received = 0; received < end; received += 1) {
    await Promise.race([once(requests, 'request'), closed]);
  }
  setTimeout(() => working.kill('SIGKILL'), pauseMs);
  expect(await closed).toEqual([null, 'SIGKILL']);
  return output.split('\n').slice(0, -1);
};

/**
 * Serves the service over HTTP. `requests` emits an event for each request, except for those that get a
 * token.
 */
const serve = async ({ service }: Office) => {
  const requests = new EventEmitter();
  const answer: typeof service.answer = async (incoming) => {
    if (!incoming.target.endsWith('/auth')) requests.emit('request');
    return await service.answer(incoming);
  };
  return { requests, ...(await listen({ ...service, answer }, { port: 0 })) };
};

/**
 * Collects words from the lines that the program printed: those that the service must have in the end
 * (`required`), and those that it must not have (`forbidden`).
 */
const createAccount = () => {
  const required = new Set<string>();
  const forbidden = new Set<string>();
  return {
    required,
    forbidden,
    add: (lines: readonly string[]): void => {
      let goes: string[] = [];
      for (const line of lines) {
        const [mark, ...words] = line.split(' ').filter((each) => each !== '');
        if (mark === '-') {
          // Until the program reports the gesture as stored, the service may or may not have the words
          // that the gesture removes.
          goes = words;
          for (const word of goes) required.delete(word);
        } else {
          for (const word of goes) forbidden.add(word);
          for (const word of words) required.add(word);
        }
      }
    },
  };
};

const countedWords = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [word] of texts.join(' ').matchAll(/\bw\d+\b/g)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
};

/** Counts each word in the titles of records, and in drawings. */
const wordsAtService = async ({ database }: Office) => {
  const [models, components, threats, canvases] = await Promise.all([
    database.selectFrom('threat_models').select('title').execute(),
    database.selectFrom('components').select('title').execute(),
    database.selectFrom('threats').select('title').execute(),
    database.selectFrom('canvases').select('data').execute(),
  ]);
  const titles = (of: { title: string }[]): string[] => of.map(({ title }) => title);
  return {
    records: countedWords(titles([...models, ...components, ...threats])),
    components: countedWords(titles(components)),
    drawings: countedWords(canvases.map(({ data }) => data)),
  };
};

/**
 * Syncs everything and resolves all conflicts. Although one person works alone, there can be conflicts.
 * If a value was sent just before a kill and edited again after it, the sent value can look like a
 * change by somebody else.
 */
const syncToTheEnd = async ({ store, engine }: Pick<App, 'store' | 'engine'>): Promise<void> => {
  await engine.syncAll();
  for (let round = 0; store.conflicts.count() > 0 && round < maxDecisions; round += 1) {
    for (const { kind, id } of engine.conflicts()) {
      const items = store.conflicts.find(kind, id)?.items ?? [];
      const choices = Object.fromEntries(items.map((item) => [item, 'mine' as const]));
      engine.resolve({ kind, id, choices });
    }
    await engine.syncAll();
  }
};

const checked = (path: string): unknown => {
  const database = new DatabaseSync(path);
  const found = database.prepare('PRAGMA integrity_check').all();
  database.close();
  return found;
};

it.each([
  { service: 'our service', plain: false },
  { service: 'a service that only does what the specification says', plain: true },
])(
  'killed at any moment while it works and syncs, the app has kept every answered gesture and sent it once: $service',
  async ({ plain }) => {
    const folder = mkdtempSync(join(tmpdir(), 'parapet-crash-'));
    const path = join(folder, 'store.db');
    const office = await openOffice();
    const { url, requests, close } = await serve(office);
    const credentials = await office.credentials();
    const chance = createChance(plain ? 2 : 1);
    const account = createAccount();
    for (let round = 1; round <= rounds; round += 1) {
      const task = { path, url, credentials, round, plain };
      const end = 1 + chance.below(maxRequests);
      const pauseMs = chance.below(maxPauseMs);
      account.add(await workAndKill({ task, requests, end, pauseMs }));
    }

    const network = plain ? plainService(office.reach) : office.reach;
    const { store, engine } = await office.openApp({ path, network });
    await syncToTheEnd({ store, engine });
    const { records, components, drawings } = await wordsAtService(office);
    expect([...account.required].filter((word) => !records.has(word))).toEqual([]);
    expect([...account.forbidden].filter((word) => records.has(word))).toEqual([]);
    expect([...records, ...drawings].filter(([, times]) => times !== 1)).toEqual([]);
    expect([...components.keys()].filter((word) => !drawings.has(word))).toEqual([]);
    expect(store.outbox.all()).toEqual([]);
    expect(store.conflicts.keys()).toEqual([]);
    expect(checked(path)).toEqual([{ integrity_check: 'ok' }]);

    await close();
    await office.close();
    rmSync(folder, { recursive: true });
  },
  // The test takes this long only if many processes share the machine.
  rounds * 60_000,
);
