import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../simulation/chance.ts';
import type { Diary } from './diary.ts';
import type { FaultyProxy } from './faulty-proxy.ts';
import type { PersonProcess } from './person-process.ts';
import type { RestartedService } from './restarted-service.ts';

export type Staff = { person: PersonProcess; proxy: FaultyProxy };

type Dependencies = {
  staff: readonly Staff[];
  service: RestartedService;
  chance: Chance;
  diary: Diary;
  /** Ends all killing when it aborts. */
  over: AbortSignal;
};

type Victim = {
  name: string;
  /** The proxies whose requests are counted. The process is killed after a random number of requests. */
  proxies: readonly FaultyProxy[];
  maxLife: number;
  killAndStart: () => Promise<void>;
};

const maxLifeOfPerson = 300;
const maxLifeOfService = 1200;
const maxPauseMs = 10;

const untilRequests = async (
  proxies: readonly FaultyProxy[],
  count: number,
  over: Promise<void>,
): Promise<void> => {
  let left = count;
  const enough = Promise.withResolvers<void>();
  const onRequest = (): void => {
    left -= 1;
    if (left === 0) enough.resolve();
  };
  for (const { requests } of proxies) requests.on('arrived', onRequest);
  await Promise.race([enough.promise, over]);
  for (const { requests } of proxies) requests.off('arrived', onRequest);
};

/** Kills every process repeatedly, shortly after a request, and restarts it. */
export const startKilling = ({ staff, service, chance, diary, over }: Dependencies) => {
  const counts = { kills: 0, restarts: 0 };
  const ended = Promise.withResolvers<void>();
  over.addEventListener('abort', () => ended.resolve());

  const victims: Victim[] = [
    ...staff.map(({ person, proxy }) => ({
      name: person.who,
      proxies: [proxy],
      maxLife: maxLifeOfPerson,
      killAndStart: async (): Promise<void> => {
        await person.kill();
        await person.start();
        counts.kills += 1;
      },
    })),
    {
      name: 'service',
      proxies: staff.map(({ proxy }) => proxy),
      maxLife: maxLifeOfService,
      killAndStart: async (): Promise<void> => {
        await service.restart();
        counts.restarts += 1;
      },
    },
  ];

  const haunt = async (victim: Victim, own: Chance): Promise<void> => {
    while (!over.aborted) {
      // Small numbers of requests are more frequent, so a kill often hits a process that is still
      // recovering from the last kill.
      const life = 1 + own.below(1 + own.below(victim.maxLife));
      await untilRequests(victim.proxies, life, ended.promise);
      await pause(own.below(maxPauseMs));
      if (over.aborted) return;
      diary({ type: 'noted', what: `SIGKILL ${victim.name}` });
      await victim.killAndStart();
    }
  };

  return {
    counts,
    /** Resolves when every process has been restarted for the last time. */
    stopped: Promise.all(victims.map(async (victim) => await haunt(victim, chance.fork()))),
  };
};
