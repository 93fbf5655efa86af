import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createChance, type Chance } from '../simulation/chance.ts';
import { comeToRest } from './come-to-rest.ts';
import { networkDiary, openDiary } from './diary.ts';
import { excerptOf } from './excerpt.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { startKilling, type Staff } from './killing.ts';
import { breachesOf, type Evidence } from './laws.ts';
import { createPersonProcess } from './person-process.ts';
import {
  openRestartedService,
  type DatabaseKind,
  type RestartedService,
} from './restarted-service.ts';

export type Episode = {
  seed: number;
  /**
   * The time, in seconds, during which the people work. After that, they only sync and decide until
   * nothing is left to do.
   */
  seconds: number;
  database: DatabaseKind;
  people?: number;
  /** True if the service has none of our extensions to the specification. */
  plain?: boolean;
  print: (line: string) => void;
};

type Setting = Required<Episode> & { folder: string; chance: Chance };

type Counts = Record<string, number>;

const maxPerLaw = 3;
const printEveryMs = 30_000;

const sumOf = (staff: readonly Staff[], of: 'requests' | 'writes' | 'faults'): number =>
  staff.reduce((total, { proxy }) => total + proxy.counts[of], 0);

const networkCounts = (staff: readonly Staff[]): Counts => ({
  requests: sumOf(staff, 'requests'),
  writes: sumOf(staff, 'writes'),
  faults: sumOf(staff, 'faults'),
});

const evidenceCounts = ({ entries, service }: Evidence): Counts => ({
  gestures: entries.filter(({ type }) => type === 'did').length,
  decisions: entries.filter(({ type }) => type === 'chose').length,
  records: [...service.keys()].filter((key) => key.split(' ').length === 2).length,
});

const inWords = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

/** Describes up to `maxPerLaw` breaches of each law, each with an excerpt of the diaries. */
const report = (folder: string, evidence: Evidence): string[] => {
  const byLaw = Map.groupBy(breachesOf(evidence), ({ law }) => law);
  return [...byLaw].flatMap(([law, breaches]) =>
    breaches.slice(0, maxPerLaw).map(({ text, about }, index) => {
      const count = breaches.length === 1 ? '' : ` (${index + 1} of ${breaches.length})`;
      const lines = excerptOf(folder, evidence, about);
      return [`${law}${count}: ${text}`, ...lines].join('\n      ');
    }),
  );
};

const hire = async (
  { who, index }: { who: string; index: number },
  service: RestartedService,
  { folder, chance, plain }: Setting,
): Promise<Staff> => {
  const credentials = service.credentials.get(who);
  if (!credentials) throw new Error(`${who} has no credentials`);
  const proxy = await startFaultyProxy({
    target: service.target,
    chance: chance.fork(),
    diary: openDiary(join(folder, networkDiary(who))),
    mayRepeat: ({ method }) => method === 'GET' || !plain,
  });
  const baseUrl = `${proxy.url}/api/v1`;
  const own = { who, index, folder, baseUrl, credentials, plain, chance: chance.fork() };
  return { person: createPersonProcess(own), proxy };
};

const workAndRest = async (
  service: RestartedService,
  staff: readonly Staff[],
  { seconds, folder, chance, print }: Setting,
): Promise<string[]> => {
  const over = new AbortController();
  const diary = openDiary(join(folder, 'kills.jsonl'));
  await Promise.all(staff.map(async ({ person }) => await person.start()));
  const { counts, stopped } = startKilling({ staff, service, chance, diary, over: over.signal });
  const telling = setInterval(
    () => print(`  … ${inWords({ ...counts, ...networkCounts(staff) })}`),
    printEveryMs,
  );
  try {
    await Promise.race([pause(seconds * 1000), stopped]);
    over.abort();
    await stopped;
    const unrest = await comeToRest(staff);
    const people = staff.map(({ person }) => person);
    for (const person of people) await person.end();
    const evidence = await gatherEvidence({ folder, service, people, unrest });
    print(`  ${inWords({ ...counts, ...networkCounts(staff), ...evidenceCounts(evidence) })}`);
    return report(folder, evidence);
  } finally {
    clearInterval(telling);
    over.abort();
  }
};

/**
 * Runs several people and the service, each in a process of its own, over a faulty network, and kills
 * these processes now and then. After that, the people sync and decide until nothing is left to do.
 * Returns the broken laws.
 */
export const runEpisode = async (
  episode: Episode,
): Promise<{ broken: string[]; folder: string }> => {
  const { seed, database, people = 3, plain = false } = episode;
  const folder = mkdtempSync(join(tmpdir(), `parapet-soak-${database}-${seed}-`));
  const setting = { ...episode, people, plain, folder, chance: createChance(seed) };
  const names = Array.from({ length: people }, (_, index) => `person-${index}`);
  const service = await openRestartedService(database, folder, names);
  const staff: Staff[] = [];
  try {
    for (const [index, who] of names.entries()) {
      staff.push(await hire({ who, index }, service, setting));
    }
    const broken = await workAndRest(service, staff, setting);
    if (broken.length === 0) rmSync(folder, { recursive: true });
    return { broken, folder };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { broken: [`the episode failed: ${text}`], folder };
  } finally {
    await Promise.all(staff.map(async ({ person }) => await person.kill()));
    await Promise.all(staff.map(async ({ proxy }) => await proxy.close()));
    await service.close();
  }
};
