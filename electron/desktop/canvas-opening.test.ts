import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore, type Store } from '../store/store.ts';
import { createCanvasOpening } from './canvas-opening.ts';

let store: Store;
let time: number;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  time = 0;
});
afterEach(() => store.close());

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
