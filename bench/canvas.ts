import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { buildApp } from '../build/build-app.ts';
import { frameParts } from './canvas/frame-parts.ts';
import { installProbe } from './canvas/probe.ts';
import { soak } from './canvas/soak.ts';
import * as steps from './canvas/steps.ts';
import { inApp } from './in-app.ts';
import { longestTurn, watchTurns } from './main-turns.ts';
import type { Table } from './table.ts';

const sizes = [100, 1000, 5000, 20_000];
/**
 * A model of this size is only opened and panned. With its flows, boundaries, and threats, it is nearly
 * as large as the app allows.
 */
const largest = 46_000;
/**
 * The model size, in components, with which the table compares the other sizes. `soak` works on a model
 * of this size too.
 */
const compared = 1000;
const times = 5;
const nearZoom = 0.8;

/**
 * The timeout of steps that are not measured, such as importing and syncing a large file, in
 * milliseconds.
 */
const timeoutMs = 600_000;

/**
 * Measures the canvas in the real app with models of several sizes. Then measures how much the canvas
 * slows down during minutes of work (`canvas/soak.ts`).
 */
export const canvas = async (): Promise<Table> => {
  const build = await buildApp();
  if (!build.ok) throw new Error(build.output);
  const measured = new Map<number, Measured>();
  for (const size of sizes) measured.set(size, await withModel(size, measure));
  measured.set(largest, await withModel(largest, measureView));
  const rows = rowsOf(measured);
  const endured = await withModel(compared, soak);
  return {
    versions: { node: process.version },
    columns: [...measured.keys()].map(String),
    rows: [...rows, ...endured],
  };
};

/** The result of `measure` for a model of one size. */
type Measured = { figure: string; unit: string; value: number; aim?: string }[];

/**
 * Imports a model of `size` components into an app with a new profile, restarts the app, and runs `act`
 * in its window.
 */
const withModel = async <Result>(
  size: number,
  act: (window: Page, model: string, application: ElectronApplication) => Promise<Result>,
): Promise<Result> => {
  const profile = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  const model = `Model of ${size}`;
  try {
    const file = join(profile, 'model.otm');
    writeFileSync(file, largeModel(model, size));
    await inApp(profile, [file], async (window) => {
      const dialog = window.getByRole('dialog', { name: 'Import' });
      await dialog.getByRole('button', { name: /^Import/ }).click({ timeout: timeoutMs });
      await window.getByText(/^Imported /).waitFor({ timeout: timeoutMs });
      await untilSynced(window);
    });
    return await inApp(profile, [], async (window, application) => {
      await untilSynced(window);
      await window.evaluate(installProbe);
      return await act(window, model, application);
    });
  } finally {
    rmSync(profile, { recursive: true, maxRetries: 5, retryDelay: 100 });
  }
};

const untilSynced = async (window: Page): Promise<void> =>
  await window.getByText('Synced', { exact: true }).first().waitFor({ timeout: timeoutMs });

const frame = 'below 33';
const step = 'below 50';
const turn = 'below 16';

/** Opens the model and pans it. */
const measureView = async (window: Page, model: string): Promise<Measured> => {
  const ready = await steps.open(window, model);
  const whole = await steps.nodesInPage(window);
  const panFar = await steps.pan(window);
  return [
    { figure: 'open until drawn', unit: 'ms', value: ready, aim: 'below 1000' },
    { figure: 'nodes in the page, all in view', unit: '', value: whole },
    { figure: 'pan, all in view, mean', unit: 'ms', value: mean(panFar) },
    { figure: 'pan, all in view, p95', unit: 'ms', value: p95(panFar), aim: frame },
  ];
};

const measure = async (
  window: Page,
  model: string,
  application: ElectronApplication,
): Promise<Measured> => {
  const view = await measureView(window, model);
  const far = await steps.zoomNow(window);
  const nearer = await steps.zoom(window, -30, nearZoom);
  const further = await steps.zoom(window, 30, far);
  await steps.zoom(window, -30, nearZoom);
  await window.locator('.react-flow__node-processNode').first().waitFor();
  const near = await steps.nodesInPage(window);
  const panNear = await steps.pan(window);
  const drag = await steps.drag(window);
  const selected: number[] = [];
  for (let time = 0; time < times; time += 1) selected.push(await steps.select(window, time));
  await watchTurns(application);
  const typed: number[] = [];
  const renamed: steps.Renamed[] = [];
  const undone: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const name = `Renamed ${time}`;
    await steps.openName(window);
    typed.push(...(await steps.type(window, name)));
    renamed.push(await steps.finishName(window));
    undone.push(await steps.undo(window, name));
  }
  const workTurn = await longestTurn(application);
  const parts = await measureParts(window, application, far);
  const again = await steps.open(window, model);
  return [
    ...view,
    { figure: 'open again', unit: 'ms', value: again, aim: 'below 100' },
    { figure: 'nodes in the page, from near', unit: '', value: near },
    { figure: 'pan from near, mean', unit: 'ms', value: mean(panNear) },
    { figure: 'pan from near, p95', unit: 'ms', value: p95(panNear), aim: frame },
    {
      figure: 'zoom across the threshold, p95',
      unit: 'ms',
      value: p95([...nearer, ...further]),
      aim: frame,
    },
    { figure: 'drag, p95', unit: 'ms', value: p95(drag), aim: frame },
    { figure: 'select', unit: 'ms', value: median(selected), aim: step },
    {
      figure: 'type a letter, p95',
      unit: 'ms',
      value: p95(typed),
      aim: frame,
    },
    { figure: 'rename', unit: 'ms', value: median(renamed.map((each) => each.renamed)), aim: step },
    { figure: 'undo', unit: 'ms', value: median(undone), aim: step },
    {
      figure: 'save a gesture',
      unit: 'ms',
      value: median(renamed.map(({ saved }) => saved)),
      aim: 'below 30, 20000: 60',
    },
    { figure: 'rename and undo: turn of main', unit: 'most ms', value: workTurn, aim: turn },
    ...parts,
    { figure: 'heap', unit: 'MB', value: await steps.heap(window), aim: 'below 250' },
    ...(await measureCanvases(window, application)),
  ];
};

/**
 * Measures the processor time of the frames of some movements, without the time that Chromium needs to
 * draw them. The view is near the first component, and `far` is the zoom at which all elements are in
 * view.
 */
const measureParts = async (
  window: Page,
  application: ElectronApplication,
  far: number,
): Promise<Measured> => {
  const movements = {
    'pan from near': () => steps.pan(window),
    drag: () => steps.drag(window),
    'type a letter': () => steps.type(window, 'Measured again'),
    'finish a name': () => steps.finishName(window),
    'zoom across the threshold': () => steps.zoom(window, 30, far),
    'pan, all in view': () => steps.pan(window),
  };
  const measured: Measured = [];
  for (const [name, move] of Object.entries(movements)) {
    if (name === 'type a letter') await steps.openName(window);
    const frames = await frameParts(application, move);
    measured.push(
      {
        figure: `${name}: script and layout, p95`,
        unit: 'CPU ms',
        value: p95(frames.map(({ script, layout }) => script + layout)),
        aim: 'below 8',
      },
      {
        figure: `${name}: paint, p95`,
        unit: 'CPU ms',
        value: p95(frames.map(({ paint }) => paint)),
      },
    );
  }
  return measured;
};

/** Duplicates the open canvas, switches between the two canvases, and deletes one of them. */
const measureCanvases = async (
  window: Page,
  application: ElectronApplication,
): Promise<Measured> => {
  await watchTurns(application);
  const duplicated = await steps.changeCanvases(window, 'Duplicate canvas');
  const duplicateTurn = await longestTurn(application);
  const switched: number[] = [];
  for (let time = 0; time < times; time += 1) switched.push(await steps.switchCanvas(window));
  await watchTurns(application);
  const deleted = await steps.changeCanvases(window, 'Delete canvas');
  const deleteTurn = await longestTurn(application);
  const whole = 'below 1000';
  return [
    { figure: 'duplicate the canvas', unit: 'ms', value: sum(duplicated), aim: whole },
    { figure: 'duplicate: frame, p95', unit: 'ms', value: p95(duplicated), aim: frame },
    { figure: 'duplicate: turn of main', unit: 'most ms', value: duplicateTurn, aim: turn },
    { figure: 'switch canvases', unit: 'ms', value: median(switched), aim: 'below 80' },
    { figure: 'delete the canvas', unit: 'ms', value: sum(deleted), aim: whole },
    { figure: 'delete: frame, p95', unit: 'ms', value: p95(deleted), aim: frame },
    { figure: 'delete: turn of main', unit: 'most ms', value: deleteTurn, aim: turn },
  ];
};

const rowsOf = (measured: ReadonlyMap<number, Measured>): Table['rows'] =>
  (measured.get(compared) ?? []).map(({ figure, unit, aim }) => ({
    figure,
    unit,
    values: [...measured.values()].map(
      (figures) => figures.find((each) => each.figure === figure)?.value ?? Number.NaN,
    ),
    ...(aim !== undefined && { aim }),
  }));

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const p95 = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length * 0.95)] ?? Number.NaN;
const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
