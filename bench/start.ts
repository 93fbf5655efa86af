import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { z } from 'zod';
import { buildApp } from '../build/build-app.ts';
import { electronProgram, sandboxWords } from '../build/electron-command.ts';
import { root } from '../build/root.ts';
import { familyOf, memoryOf } from './processes.ts';
import type { Table } from './table.ts';

const runs = 7;
/**
 * The number of starts of a profile before the repeated measurements. Chromium stores compiled scripts
 * at the second start of a profile, and uses them from the third start on.
 */
const warmUps = 3;
const emptyWindow = join(import.meta.dirname, 'start', 'empty-window.mjs');
/**
 * The time between the drawing and the measurement of memory, in milliseconds. Sync ends within this
 * time.
 */
const settling = 4000;

/**
 * Measures the start of the app with the sample, alternately with the start of an empty window. The
 * figures are the time until the drawing is on the screen, the time until the window is idle, the times
 * of the steps in between, and the memory of all processes. Works only on Linux.
 */
export const start = async (): Promise<Table> => {
  const build = await buildApp();
  if (!build.ok) throw new Error(build.output);
  const profiles = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  const parapet = { app: '.', profile: join(profiles, 'parapet'), page: whenDrawn };
  const empty = { app: emptyWindow, profile: join(profiles, 'empty'), page: whenPainted };
  try {
    const first = await startOnce(parapet);
    for (let run = 1; run < warmUps; run += 1) await startOnce(parapet);
    await startOnce(empty);
    const results: { our: Run; other: Run }[] = [];
    for (let run = 0; run < runs; run += 1) {
      results.push({ our: await startOnce(parapet), other: await startOnce(empty) });
    }
    const of = (value: (result: { our: Run; other: Run }) => number) => results.map(value);
    const since = (name: string) => of(({ our }) => our.marks[name] ?? Number.NaN);
    const log = startLog(parapet.profile);
    const reached = (name: keyof z.infer<typeof logged>) => log.map((line) => line[name]);
    return {
      versions: { electron: first.electron, chromium: first.chromium },
      rows: [
        row('first start of a new profile', 'ms', [first.marks['drawn'] ?? Number.NaN]),
        row(
          'empty window',
          'ms',
          of(({ other }) => other.marks['drawn'] ?? Number.NaN),
        ),
        row('canvas drawn', 'ms', since('drawn')),
        row(
          'canvas drawn / empty window',
          'times',
          of(({ our, other }) => (our.marks['drawn'] ?? NaN) / (other.marks['drawn'] ?? NaN)),
          '≤ 1.5',
        ),
        row(
          'idle / empty window',
          'times',
          of(({ our, other }) => (our.marks['idle'] ?? NaN) / (other.marks['drawn'] ?? NaN)),
          '≤ 1.8',
        ),
        row(
          'memory of an empty window',
          'MB',
          of(({ other }) => other.memory),
        ),
        row(
          'memory',
          'MB',
          of(({ our }) => our.memory),
        ),
        row(
          'memory / empty window',
          'times',
          of(({ our, other }) => our.memory / other.memory),
          '≤ 1.25',
        ),
        row('main: modules loaded', 'ms', reached('modules')),
        row('main: Electron ready', 'ms', reached('ready')),
        row('main: store open', 'ms', reached('store')),
        row('window: page begins', 'ms', since('page')),
        row('window: scripts ready', 'ms', since('scripts')),
        row('window: first paint', 'ms', since('paint')),
      ],
    };
  } finally {
    rmSync(profiles, { recursive: true });
  }
};

type Target = { app: string; profile: string; page: () => Promise<Seen> };
/**
 * The measurements in the window. `at` has the system time of each event, in milliseconds since 1970.
 * `agent` is the user agent string of the browser.
 */
type Seen = { at: Record<string, number>; agent: string };
/**
 * The measurements of one start. `marks` has the times since the start of the process, in milliseconds.
 * `memory` is in MB.
 */
type Run = { marks: Record<string, number>; memory: number; electron: string; chromium: string };

const row = (figure: string, unit: string, values: number[], aim = '') => ({
  figure,
  unit,
  values,
  aim,
});

const startOnce = async ({ app, profile, page }: Target): Promise<Run> => {
  const words = [app, ...sandboxWords, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const begunAt = Date.now();
  const child = spawn(electronProgram(), words, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const browser = await chromium.connectOverCDP(await debuggerAddress(child));
    const window = await firstPage(browser.contexts()[0]);
    const { at, agent } = await window.evaluate(page);
    await browser.close();
    await pause(settling);
    const memory = familyOf(child.pid).map((pid) => memoryOf(pid).proportional);
    return {
      marks: Object.fromEntries(Object.entries(at).map(([name, time]) => [name, time - begunAt])),
      memory: memory.reduce((sum, each) => sum + each, 0),
      electron: /Electron\/([\d.]+)/.exec(agent)?.[1] ?? 'unknown',
      chromium: /Chrome\/([\d.]+)/.exec(agent)?.[1] ?? 'unknown',
    };
  } finally {
    await ended(child);
  }
};

/**
 * Waits in the app's page until the canvas is drawn and the window is idle. The canvas sets the mark
 * `canvas-drawn` in its first frame with nodes.
 */
const whenDrawn = async (): Promise<Seen> => {
  const markOf = (name: string) => performance.getEntriesByName(name)[0]?.startTime;
  while (markOf('canvas-drawn') === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await new Promise<void>((resolve) => {
    // The window is idle if it has no work for 30 ms, so that it would handle an event at once.
    const check = (deadline: IdleDeadline): void => {
      if (deadline.timeRemaining() > 30) resolve();
      else requestIdleCallback(check);
    };
    requestIdleCallback(check);
  });
  const { timeOrigin } = performance;
  const on = (name: string): number => timeOrigin + (markOf(name) ?? Number.NaN);
  return {
    at: {
      page: timeOrigin,
      scripts: on('scripts-ready'),
      paint: on('first-contentful-paint'),
      drawn: on('canvas-drawn'),
      idle: timeOrigin + performance.now(),
    },
    agent: navigator.userAgent,
  };
};

/** Waits in the empty page until it is painted. */
const whenPainted = async (): Promise<Seen> => {
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
  while (!paint()) await new Promise((resolve) => setTimeout(resolve, 10));
  const drawn = performance.timeOrigin + (paint()?.startTime ?? Number.NaN);
  return { at: { drawn }, agent: navigator.userAgent };
};

/**
 * A line that `electron/main.ts` logs once per start. Times are in milliseconds since the process
 * began.
 */
const logged = z.object({ modules: z.number(), ready: z.number(), store: z.number() });

/** Returns the logged lines of the measured starts, without those of the warm-ups. */
const startLog = (profile: string): z.infer<typeof logged>[] =>
  readFileSync(join(profile, 'parapet.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"started"'))
    .slice(-runs)
    .map((line) => logged.parse(JSON.parse(line)));

const firstPage = async (context: BrowserContext | undefined): Promise<Page> => {
  if (!context) throw new Error('The browser has no context');
  return context.pages()[0] ?? (await context.waitForEvent('page'));
};

const debuggerAddress = async (app: ChildProcess): Promise<string> =>
  await new Promise((resolve, reject) => {
    let output = '';
    app.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    app.once('exit', (code) => reject(new Error(`The app ended (${code}):\n${output}`)));
  });

const ended = async (app: ChildProcess): Promise<void> => {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const exit = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGTERM');
  await exit;
};
