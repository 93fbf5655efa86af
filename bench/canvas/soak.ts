import type { Page } from '@playwright/test';
import type { Table } from '../table.ts';
import * as steps from './steps.ts';

/**
 * The duration of the work on the canvas, in milliseconds: half a minute, or five minutes with
 * `PARAPET_FULL=1`.
 */
const duration = process.env['PARAPET_FULL'] === '1' ? 300_000 : 30_000;

/**
 * The fraction of the rounds that counts as the beginning, and also the fraction that counts as the end.
 * The averages of the beginning and of the end are compared.
 */
const part = 0.25;

const near = 0.8;
const far = 0.1;

type Round = { frame: number; heap: number };

/**
 * Works on a canvas without a break. Compares the frame times and the heap of the first rounds with
 * those of the last rounds.
 */
export const soak = async (window: Page, model: string): Promise<Table['rows']> => {
  await steps.open(window, model);
  await steps.zoom(window, -30, near);
  await window.locator('.react-flow__node-processNode').first().waitFor();
  const begun = performance.now();
  const rounds: Round[] = [];
  while (performance.now() - begun < duration) {
    rounds.push(await round(window, rounds.length));
  }
  const count = Math.max(1, Math.floor(rounds.length * part));
  const early = rounds.slice(0, count);
  const late = rounds.slice(-count);
  const minutes = Math.round(duration / 6000) / 10;
  return [
    {
      figure: `${minutes} min of work, ${rounds.length} rounds: mean frame at the end`,
      unit: 'of that at the beginning',
      values: [average(late, 'frame') / average(early, 'frame')],
      aim: 'about 1',
    },
    {
      figure: `${minutes} min of work: heap grown`,
      unit: 'MB',
      values: [average(late, 'heap') - average(early, 'heap')],
      aim: 'about 0',
    },
  ];
};

/** Does one round of typical work: pan, zoom, drag, select, rename, undo. */
const round = async (window: Page, number: number): Promise<Round> => {
  const name = `Round ${number}`;
  const frames = [
    ...(await steps.pan(window)),
    ...(await steps.zoom(window, 30, far)),
    ...(await steps.zoom(window, -30, near)),
  ];
  await window.locator('.react-flow__node-processNode').first().waitFor();
  frames.push(...(await steps.drag(window)));
  await steps.select(window, number % 3);
  await steps.openName(window);
  await steps.type(window, name);
  await steps.finishName(window);
  await steps.undo(window, name);
  return {
    frame: frames.reduce((sum, time) => sum + time, 0) / frames.length,
    heap: await steps.heap(window),
  };
};

const average = (rounds: readonly Round[], key: 'frame' | 'heap'): number =>
  rounds.reduce((sum, each) => sum + each[key], 0) / rounds.length;
