import { globSync, readFileSync } from 'node:fs';

// Works only on Linux, because everything is read from `/proc`.

/** Returns the content of `/proc/PID/FILE`, or an empty string if the process has ended. */
export const fact = (pid: number | undefined, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Returns the IDs of a process and of all its descendants. */
export const familyOf = (pid: number | undefined): number[] => {
  if (pid === undefined) return [];
  const threads = globSync(`/proc/${pid}/task/*/children`);
  const children = threads.flatMap((path) =>
    fact(pid, path.slice(`/proc/${pid}/`.length))
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
};

/**
 * Returns the memory of a process in megabytes. `resident` counts shared pages fully. `proportional`
 * divides the size of a shared page by the number of processes that share it.
 */
export const memoryOf = (pid: number): { resident: number; proportional: number } => {
  const rollup = fact(pid, 'smaps_rollup');
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0);
  return { resident: of('Rss') / 1024, proportional: of('Pss') / 1024 };
};
