import type { ElectronApplication } from '@playwright/test';

/** The resolution of the measurement, in milliseconds. A turn that is shorter is not noticed. */
const resolution = 5;

/**
 * Starts to measure the event loop of the main process, or starts again. `longestTurn` then returns the
 * longest time, in milliseconds, for which the loop was busy without a break.
 */
export const watchTurns = async (application: ElectronApplication): Promise<void> =>
  await application.evaluate((_, resolutionMs) => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
    histogram.enable();
    const longest = (): number => Math.max(0, histogram.max / 1e6 - resolutionMs);
    Object.assign(globalThis, { longestTurn: longest });
  }, resolution);

export const longestTurn = async (application: ElectronApplication): Promise<number> =>
  await application.evaluate(() => Number(Reflect.get(globalThis, 'longestTurn')()));
