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

/** A fake window that reports the bounds and the mode that it was set to. */
const open = () => {
  const has = { bounds, normalBounds: bounds };
  const is = { fullScreen: false, maximized: false, minimized: false, visible: true };
  const logged: string[] = [];
  const window = Object.assign(new EventEmitter(), {
    getBounds: () => has.bounds,
    getNormalBounds: () => has.normalBounds,
    isFullScreen: () => is.fullScreen,
    isMaximized: () => is.maximized,
    isMinimized: () => is.minimized,
    isVisible: () => is.visible,
  });
  keepWindowState(window, { path, bounds, log: (message) => void logged.push(message) });
  return { has, is, logged, close: () => window.emit('close') };
};

describe('when the window closes, its state', () => {
  it.each([
    ['normal', {}],
    ['maximized', { maximized: true }],
    ['full-screen', { fullScreen: true, maximized: true }],
  ])('is stored: %s', (mode, now) => {
    const { has, is, close } = open();
    has.normalBounds = { ...bounds, width: 1200 };
    Object.assign(is, now);
    close();
    expect(readWindowState(path)).toEqual({ bounds: has.normalBounds, mode });
    expect(readdirSync(folder)).toEqual(['window-state.json']);
  });

  it.each([{ minimized: true }, { visible: false }])('is that from before if %o', (now) => {
    const { is, close } = open();
    is.maximized = true;
    close();
    Object.assign(is, { maximized: false, ...now });
    close();
    expect(readWindowState(path)).toEqual({ bounds, mode: 'maximized' });
  });

  it('has the bounds from before it was maximized, even if the system has forgotten them', () => {
    const { has, is, close } = open();
    Object.assign(has, { bounds: wholeDisplay, normalBounds: wholeDisplay });
    is.maximized = true;
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
  const done: string[] = [];
  const window = {
    show: () => void done.push('show'),
    maximize: () => void done.push('maximize'),
    setFullScreen: () => void done.push('full screen'),
  };
  showWindow(window, mode);
  expect(done).toEqual(expected);
});
