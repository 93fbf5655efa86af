import type { Page } from '@playwright/test';

/**
 * Times in milliseconds, each the 95th percentile. `wheel` and `frame`: a frame while the register
 * scrolls by `fast` and by `all` pixels per frame. `frameAtEnd`: like `frame`, but near the end of the
 * register. `jump`: the frame after a jump. `filled`: the time from a jump until the rows are loaded.
 */
export type Scrolled = Record<'wheel' | 'frame' | 'frameAtEnd' | 'jump' | 'filled', number>;

/**
 * The scrolled distances per frame, in pixels. `fast` is the distance of a wheel that a person turns
 * fast. `all` is so large that each frame shows only new rows.
 */
const steps = { fast: 120, all: 600 };

/**
 * Opens the register of the whole workspace in the window, scrolls it as a wheel does, and jumps in it.
 */
export const scroll = async (window: Page): Promise<Scrolled> => {
  // Gives the app time to sync and to count the threats for the first time.
  await window.waitForTimeout(4000);
  await window.getByRole('link', { name: 'Threat register' }).click();
  await window.locator('[data-register] [role=row]').nth(5).waitFor();
  await window.waitForTimeout(1000);
  return await window.evaluate(scrollInPage, steps);
};

/**
 * Scrolls and measures inside the page, so that the time for messages between this process and the page
 * is not measured.
 */
const scrollInPage = async ({ fast, all }: typeof steps): Promise<Scrolled> => {
  const grid = document.querySelector('[data-register]');
  if (!grid) throw new Error('There is no register');
  const frame = (): Promise<number> =>
    new Promise((resolve) => void requestAnimationFrame(resolve));
  const p95 = (times: readonly number[]): number =>
    times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;

  const scrollOn = async (distance: number): Promise<number> => {
    const times: number[] = [];
    let last = await frame();
    for (let step = 0; step < 100; step += 1) {
      grid.scrollTop += distance;
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    return p95(times);
  };

  const wheel = await scrollOn(fast);
  const frameTime = await scrollOn(all);
  const jumps: number[] = [];
  const filled: number[] = [];
  for (let jump = 0; jump < 60; jump += 1) {
    // Jumps in an irregular order, so that the rows at the new position are not loaded yet.
    grid.scrollTop = (((jump * 7919) % 1000) / 1000) * grid.scrollHeight;
    const before = await frame();
    jumps.push((await frame()) - before);
    while (grid.querySelector('[aria-busy]')) await frame();
    filled.push(performance.now() - before);
  }
  grid.scrollTop = grid.scrollHeight - 60_000 - grid.clientHeight;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const frameAtEnd = await scrollOn(all);
  return { wheel, frame: frameTime, frameAtEnd, jump: p95(jumps), filled: p95(filled) };
};
