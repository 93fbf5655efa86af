import { runEpisode, type Episode } from './episode.ts';

const maxEpisodeSeconds = 180;

/**
 * Runs episodes, each with the next seed and with new stores, for a number of seconds in all. Returns
 * how many of them broke a law.
 */
export const soak = async ({ seed, seconds, ...options }: Episode): Promise<number> => {
  const { database, print } = options;
  let broken = 0;
  let left = seconds;
  for (let own = seed; left > 0; own += 1) {
    const ownSeconds = Math.min(left, maxEpisodeSeconds);
    left -= ownSeconds;
    print(`seed ${own} on ${database}, ${Math.round(ownSeconds)} s`);
    const outcome = await runEpisode({ ...options, seed: own, seconds: ownSeconds });
    if (outcome.broken.length === 0) continue;
    broken += 1;
    print(`  seed ${own} is broken; its stores and diaries are in ${outcome.folder}`);
    for (const each of outcome.broken) print(`    ${each}`);
  }
  return broken;
};
