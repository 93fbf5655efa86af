import { runEpisode, type Counts, type Episode } from './episode.ts';

const longestEpisodeSeconds = 180;

type Soak = Omit<Episode, 'seed' | 'seconds'> & {
  /** Of the first episode; each other one has the next. */
  seed: number;
  /** How long people work in all. */
  seconds: number;
  tell: (line: string) => void;
};

const inWords = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

/** Episode after episode, each with stores and a service of its own; the number of broken ones. */
export const soak = async ({ seed, seconds, tell, ...options }: Soak): Promise<number> => {
  let broken = 0;
  let left = seconds;
  for (let own = seed; left > 0; own += 1) {
    const ownSeconds = Math.min(left, longestEpisodeSeconds);
    left -= ownSeconds;
    tell(`seed ${own} on ${options.database}, ${Math.round(ownSeconds)} s`);
    const outcome = await runEpisode({ ...options, seed: own, seconds: ownSeconds });
    tell(`  ${inWords(outcome.counts)}`);
    if (outcome.broken.length === 0) continue;
    broken += 1;
    tell(`  seed ${own} is broken; its stores and diaries are in ${outcome.folder}`);
    for (const each of outcome.broken) tell(`    ${each}`);
  }
  return broken;
};
