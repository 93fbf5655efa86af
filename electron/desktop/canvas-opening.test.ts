import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore, type Store } from '../store/store.ts';
import { createCanvasOpening } from './canvas-opening.ts';

let store: Store;
let time: number;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  time = 0;
});
afterEach(() => {
  vi.useRealTimers();
  store.close();
});

/** Simulates a start of the app. */
const started = () => createCanvasOpening({ preferences: store.preferences, now: () => time });

it('remembers a canvas that was never drawn across starts, until it is drawn', () => {
  started().begin('heavy');
  const later = started();
  expect(later.unfinished()).toBe('heavy');
  later.begin('heavy');
  later.end('heavy');
  expect(started().unfinished()).toBeNull();
});

it('remembers the canvas that is being opened, whatever is reported about another one', () => {
  const opening = started();
  opening.begin('left');
  opening.begin('shown');
  opening.end('left');
  expect(opening.unfinished()).toBe('shown');
});

it('does not count a window that is closed at once as hanging', () => {
  const opening = started();
  opening.begin('canvas');
  time = 2999;
  opening.windowCloses();
  expect(started().unfinished()).toBeNull();
});

it('remembers a canvas whose opening crashed the window, even if that is closed at once', () => {
  const opening = started();
  opening.begin('canvas');
  opening.windowCrashes();
  opening.windowCloses();
  expect(started().unfinished()).toBe('canvas');
});

it('counts a window that is closed later without having drawn as hanging', () => {
  const opening = started();
  opening.begin('canvas');
  time = 3000;
  opening.windowCloses();
  expect(started().unfinished()).toBe('canvas');
  const next = started();
  next.windowCloses();
  expect(started().unfinished()).toBe('canvas');
});

it('tells when a canvas is drawn, whoever waits for it, and not when another one is', async () => {
  const opening = started();
  const ended: string[] = [];
  const first = opening.ended('canvas').then(() => void ended.push('first'));
  const second = opening.ended('canvas').then(() => void ended.push('second'));
  opening.end('other');
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  opening.end('canvas');
  await Promise.all([first, second]);
  expect(ended).toEqual(['first', 'second']);
});

it('does not wait for a canvas that the window never opens', async () => {
  vi.useFakeTimers();
  const opening = started();
  const ended = vi.fn<() => void>();
  const end = opening.ended('canvas').then(ended);
  await vi.advanceTimersByTimeAsync(2999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await end;
  expect(ended).toHaveBeenCalled();
});
