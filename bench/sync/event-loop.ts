import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 5;

export type LoopDelay = { ms: number; p99Ms: number; maxMs: number };

/**
 * Measures the duration of `work`, and the delay of this process's event loop during `work`. The delay
 * is how late a timer of five milliseconds fires.
 */
export const timed = async (work: () => Promise<unknown>): Promise<LoopDelay> => {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  const lateness = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  histogram.enable();
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  histogram.disable();
  return { ms, p99Ms: lateness(histogram.percentile(99)), maxMs: lateness(histogram.max) };
};
