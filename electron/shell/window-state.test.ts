import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepWindowState, readWindowState, showWindow } from './window-state.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-window-state-'));
  path = join(folder, 'window-state.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const bounds = { x: -20, y: 40, width: 1000, height: 700 };
const read = (content: string) => {
  writeFileSync(path, content);
  return readWindowState(path);
};

it('is read from a file', () => {
  const state = { bounds, mode: 'maximized' };
  expect(read(JSON.stringify(state))).toEqual(state);
});

it('is not known at the first start', () => {
  expect(readWindowState(path)).toBe(null);
});

it.each([
  ['is damaged', '{"bounds":{"x":1'],
  ['is empty', ''],
  ['is something else', '[]'],
  ['lacks a number', JSON.stringify({ bounds: { ...bounds, x: null }, mode: 'normal' })],
  ['has a text', JSON.stringify({ bounds: { ...bounds, width: '1000' }, mode: 'normal' })],
  ['has a part of a pixel', JSON.stringify({ bounds: { ...bounds, y: 0.5 }, mode: 'normal' })],
  [
    'has a width below the minimum',
    JSON.stringify({ bounds: { ...bounds, width: 799 }, mode: 'normal' }),
  ],
  [
    'has a height below the minimum',
    JSON.stringify({ bounds: { ...bounds, height: 0 }, mode: 'normal' }),
  ],
  ['has another mode', JSON.stringify({ bounds, mode: 'minimized' })],
])('is ignored if the file %s', (_case, content) => {
  expect(read(content)).toBe(null);
});

const wholeDisplay = { x: 0, y: 0, width: 1600, height: 1000 };

/** Returns a fake window, and the bounds and flags that it reports. */
const open = () => {
  const sizes = { bounds, normalBounds: bounds };
  const flags = { fullScreen: false, maximized: false, minimized: false, visible: true };
  const logged: string[] = [];
  const window = Object.assign(new EventEmitter(), {
    getBounds: () => sizes.bounds,
    getNormalBounds: () => sizes.normalBounds,
    isFullScreen: () => flags.fullScreen,
    isMaximized: () => flags.maximized,
    isMinimized: () => flags.minimized,
    isVisible: () => flags.visible,
  });
  keepWindowState(window, { path, bounds, log: (message) => void logged.push(message) });
  return { sizes, flags, logged, close: () => window.emit('close') };
};

describe('when the window closes, its state', () => {
  it.each([
    ['normal', {}],
    ['maximized', { maximized: true }],
    ['full-screen', { fullScreen: true, maximized: true }],
  ])('is stored: %s', (mode, now) => {
    const { sizes, flags, close } = open();
    sizes.normalBounds = { ...bounds, width: 1200 };
    Object.assign(flags, now);
    close();
    expect(readWindowState(path)).toEqual({ bounds: sizes.normalBounds, mode });
    expect(readdirSync(folder)).toEqual(['window-state.json']);
  });

  it.each([{ minimized: true }, { visible: false }])('is that from before if %o', (now) => {
    const { flags, close } = open();
    flags.maximized = true;
    close();
    Object.assign(flags, { maximized: false, ...now });
    close();
    expect(readWindowState(path)).toEqual({ bounds, mode: 'maximized' });
  });

  it('has the bounds from before it was maximized, even if the system has forgotten them', () => {
    const { sizes, flags, close } = open();
    Object.assign(sizes, { bounds: wholeDisplay, normalBounds: wholeDisplay });
    flags.maximized = true;
    close();
    expect(readWindowState(path)).toEqual({ bounds, mode: 'maximized' });
  });

  it('is not stored if the disk refuses it, and the log says so', () => {
    const { logged, close } = open();
    mkdirSync(path);
    close();
    expect(logged).toEqual(['window state not stored']);
  });
});

it.each([
  ['normal', ['show']],
  ['maximized', ['show', 'maximize']],
  ['full-screen', ['show', 'full screen']],
] as const)('a window that was %s is shown before it changes its bounds', (mode, expected) => {
  const calls: string[] = [];
  const window = {
    show: () => void calls.push('show'),
    maximize: () => void calls.push('maximize'),
    setFullScreen: () => void calls.push('full screen'),
  };
  showWindow(window, mode);
  expect(calls).toEqual(expected);
});
