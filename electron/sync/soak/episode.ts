import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createChance, type Chance } from '../simulation/chance.ts';
import { openDiary } from './diary.ts';
import { excerptOf } from './excerpt.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { breachesOf, type Evidence } from './laws.ts';
import { createPersonProcess, type PersonProcess } from './person-process.ts';
import { openRestartedService, type DatabaseKind } from './restarted-service.ts';

export type Episode = {
  seed: number;
  /** How long people work; then comes the time until all is at rest. */
  seconds: number;
  database: DatabaseKind;
  people?: number;
  /** Whether the service has nothing but what the specification says. */
  plain?: boolean;
};

export type Counts = Record<
  'gestures' | 'decisions' | 'kills' | 'restarts' | 'requests' | 'writes' | 'faults' | 'records',
  number
>;

/** `folder`: where the stores and diaries are kept, if anything is wrong. */
export type Outcome = { broken: string[]; folder: string; counts: Counts };

const longestLifeRequests = 300;
const longestServiceLifeRequests = 1200;
const longestPauseMs = 10;
const mostRounds = 40;
const quietRoundsWanted = 3;
const roundsBeforeGivingUp = 8;
const mostOfALaw = 3;

/** Ends each life a moment after one of its requests. */
const killAgainAndAgain = async (
  proxies: readonly FaultyProxy[],
  longest: number,
  { chance, over, kill }: { chance: Chance; over: AbortSignal; kill: () => Promise<void> },
): Promise<void> => {
  const ended = Promise.withResolvers<void>();
  over.addEventListener('abort', () => ended.resolve());
  while (!over.aborted) {
    // Short lives more often: what is left by one kill is met by the next.
    let left = 1 + chance.below(1 + chance.below(longest));
    const enough = Promise.withResolvers<void>();
    const heard = (): void => {
      left -= 1;
      if (left === 0) enough.resolve();
    };
    for (const { requests } of proxies) requests.on('arrived', heard);
    await Promise.race([enough.promise, ended.promise]);
    for (const { requests } of proxies) requests.off('arrived', heard);
    await pause(chance.below(longestPauseMs));
    if (!over.aborted) await kill();
  }
};

/** The network is well, and everybody decides what there is to decide, until nothing is left to do. */
const comeToRest = async (
  people: readonly PersonProcess[],
  proxies: readonly FaultyProxy[],
): Promise<string[]> => {
  let unrest: string[] = [];
  let quietRounds = 0;
  for (let round = 0; round < mostRounds && quietRounds < quietRoundsWanted; round += 1) {
    const writes = proxies.map(({ counts }) => counts.writes);
    unrest = [];
    for (const [index, person] of people.entries()) {
      const report = await person.ask({
        order: 'settle',
        givesUp: round >= roundsBeforeGivingUp,
      });
      const isQuiet =
        report.waiting + report.setAside + report.conflicts === 0 && report.failure === null;
      if (!isQuiet) unrest.push(`${person.who}: ${JSON.stringify(report)}`);
      else if (proxies[index]?.counts.writes !== writes[index]) unrest.push(`${person.who} sends`);
    }
    quietRounds = unrest.length === 0 ? quietRounds + 1 : 0;
  }
  return quietRounds < quietRoundsWanted ? unrest : [];
};

const countsOf = (
  evidence: Evidence,
  proxies: readonly FaultyProxy[],
): Omit<Counts, 'kills' | 'restarts'> => {
  const number = (is: string): number => evidence.entries.filter((each) => each.is === is).length;
  const sum = (of: 'requests' | 'writes' | 'faults'): number =>
    proxies.reduce((total, { counts }) => total + counts[of], 0);
  const isRecord = (key: string): boolean => key.split(' ').length === 2;
  return {
    gestures: number('did'),
    decisions: number('chose'),
    requests: sum('requests'),
    writes: sum('writes'),
    faults: sum('faults'),
    records: [...evidence.service.keys()].filter(isRecord).length,
  };
};

/** What is broken, law by law, with what the diaries say of it. */
const inWords = (folder: string, evidence: Evidence): string[] => {
  const byLaw = Map.groupBy(breachesOf(evidence), ({ law }) => law);
  return [...byLaw].flatMap(([law, breaches]) =>
    breaches.slice(0, mostOfALaw).map(({ text, about }, index) => {
      const count = breaches.length === 1 ? '' : ` (${index + 1} of ${breaches.length})`;
      const lines = excerptOf(folder, evidence, about);
      return [`${law}${count}: ${text}`, ...lines].join('\n      ');
    }),
  );
};

/**
 * People work in processes of their own against the real service in another, over a network with all
 * its faults, and everybody is killed now and then. Afterwards the laws must hold.
 */
export const runEpisode = async ({
  seed,
  seconds,
  database,
  people: count = 3,
  plain = false,
}: Episode): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), `parapet-soak-${database}-${seed}-`));
  const chance = createChance(seed);
  const names = Array.from({ length: count }, (_, index) => `person-${index}`);
  const service = await openRestartedService(database, folder, names);
  const proxies: FaultyProxy[] = [];
  const people: PersonProcess[] = [];
  const killed = { kills: 0, restarts: 0 };
  const over = new AbortController();
  try {
    for (const [place, who] of names.entries()) {
      const credentials = service.credentials.get(who);
      if (!credentials) throw new Error(`${who} has no credentials`);
      const proxy = await startFaultyProxy({
        target: service.target,
        chance: chance.fork(),
        diary: openDiary(join(folder, `${who}-network.jsonl`)),
        mayRepeat: ({ method }) => !plain || method === 'GET',
      });
      proxies.push(proxy);
      const baseUrl = `${proxy.url}/api/v1`;
      const own = { who, place, folder, baseUrl, credentials, plain, chance: chance.fork() };
      people.push(createPersonProcess(own));
    }
    await Promise.all(people.map(async ({ start }) => await start()));
    const note = openDiary(join(folder, 'kills.jsonl'));
    const kills = [
      ...people.map(async (person, index) => {
        const kill = async (): Promise<void> => {
          note({ is: 'noted', what: `SIGKILL ${person.who}` });
          await person.kill();
          await person.start();
          killed.kills += 1;
        };
        const own = proxies.slice(index, index + 1);
        const how = { chance: chance.fork(), over: over.signal, kill };
        await killAgainAndAgain(own, longestLifeRequests, how);
      }),
      killAgainAndAgain(proxies, longestServiceLifeRequests, {
        chance: chance.fork(),
        over: over.signal,
        kill: async () => {
          note({ is: 'noted', what: 'SIGKILL service' });
          await service.restart();
          killed.restarts += 1;
        },
      }),
    ];
    await pause(seconds * 1000);
    over.abort();
    await Promise.all(kills);
    for (const person of people) await person.ask({ order: 'rest' });
    await Promise.all(proxies.map(async ({ calm }) => await calm()));
    const unrest = await comeToRest(people, proxies);
    for (const person of people) await person.end();
    const evidence = await gatherEvidence({ service, people, unrest });
    const broken = inWords(folder, evidence);
    if (broken.length === 0) rmSync(folder, { recursive: true });
    return {
      broken,
      folder,
      counts: { ...killed, ...countsOf(evidence, proxies) },
    };
  } finally {
    over.abort();
    await Promise.all(people.map(async ({ kill }) => await kill()));
    await Promise.all(proxies.map(async ({ close }) => await close()));
    await service.close();
  }
};
