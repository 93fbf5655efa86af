import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildApp } from '../build/build-app.ts';
import { electronProgram, sandboxWords } from '../build/electron-command.ts';
import { root } from '../build/root.ts';
import type { Table } from './table.ts';

const runs = 7;

/**
 * Measures the time from the start of the process until the sample canvas is drawn, on a warm disk,
 * and the JavaScript loaded by then. An unmeasured first start creates the profile.
 */
export const start = async (): Promise<Table> => {
  const build = await buildApp();
  if (!build.ok) throw new Error(build.output);
  const profile = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  try {
    const first = await startOnce(profile);
    await startOnce(profile);
    const results: Run[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await startOnce(profile));
    return {
      versions: { electron: first.electron, chromium: first.chromium },
      rows: [
        row('first start of a new profile', 'ms', [first.drawnMs]),
        row(
          'canvas drawn',
          'ms',
          results.map((each) => each.drawnMs),
        ),
        row(
          'page begins to load',
          'ms',
          results.map((each) => each.pageMs),
        ),
        row('main process bundle', 'kB', [bundle('out/main/main.js')]),
        row('service bundle', 'kB', [bundle('out/main/embedded-service.js')]),
        row('preload', 'kB', [bundle('out/preload/preload.cjs')]),
        row('window JavaScript loaded', 'kB', [first.scriptKilobytes]),
      ],
    };
  } finally {
    rmSync(profile, { recursive: true });
  }
};

type Run = {
  drawnMs: number;
  pageMs: number;
  scriptKilobytes: number;
  electron: string;
  chromium: string;
};

const row = (figure: string, unit: string, values: number[]) => ({ figure, unit, values });

/** Returns the size of a bundle's entry and of all its static imports. */
const bundle = (entry: string): number => {
  const files = new Set([join(root, entry)]);
  for (const file of files) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g);
    for (const [, path = ''] of imports) files.add(join(dirname(file), path));
  }
  return kilobytes([...files]);
};

const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;

const startOnce = async (profile: string): Promise<Run> => {
  const words = ['.', ...sandboxWords, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const begunAt = Date.now();
  const app = spawn(electronProgram(), words, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const browser = await chromium.connectOverCDP(await debuggerAddress(app));
    const page = await appPage(browser.contexts()[0]?.pages() ?? []);
    const seen = await page.evaluate(whenDrawn);
    await browser.close();
    return {
      drawnMs: seen.drawnAt - begunAt,
      pageMs: seen.pageAt - begunAt,
      scriptKilobytes: kilobytes(seen.scripts.map((path) => join(root, 'out/renderer', path))),
      electron: /Electron\/([\d.]+)/.exec(seen.agent)?.[1] ?? 'unknown',
      chromium: /Chrome\/([\d.]+)/.exec(seen.agent)?.[1] ?? 'unknown',
    };
  } finally {
    await ended(app);
  }
};

/** Runs in the page. The canvas sets the mark on its first frame with nodes. */
const whenDrawn = async () => {
  const markOf = () => performance.getEntriesByName('canvas-drawn')[0];
  while (!markOf()) await new Promise((resolve) => setTimeout(resolve, 10));
  const scripts = [...document.scripts].map(({ src }) => src);
  const modules = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  const loaded = [...scripts, ...modules.map(({ href }) => href)].filter((url) => url !== '');
  return {
    drawnAt: performance.timeOrigin + (markOf()?.startTime ?? Number.NaN),
    pageAt: performance.timeOrigin,
    scripts: [...new Set(loaded.map((url) => new URL(url).pathname))],
    agent: navigator.userAgent,
  };
};

const appPage = async ([page]: Page[]): Promise<Page> => {
  if (!page) throw new Error('The app opened no window');
  return await Promise.resolve(page);
};

const debuggerAddress = async (app: ChildProcess): Promise<string> =>
  await new Promise((resolve, reject) => {
    let said = '';
    app.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    app.once('exit', (code) => reject(new Error(`The app ended (${code}):\n${said}`)));
  });

const ended = async (app: ChildProcess): Promise<void> => {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const exit = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGTERM');
  await exit;
};
