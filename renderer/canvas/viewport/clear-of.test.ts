import { expect, test } from 'vitest';
import { clearOf } from './clear-of.ts';

const pane = { width: 800, height: 600 };
const palette = { x: 12, y: 12, width: 44, height: 230 };
const zoomBar = { x: 600, y: 556, width: 190, height: 32 };
const tools = [palette, zoomBar];
const box = (x: number, y: number) => ({ x, y, width: 100, height: 50 });

test('a box that no tool covers stays', () => {
  expect(clearOf(box(300, 300), tools, pane)).toBeNull();
  expect(clearOf(box(56, 100), tools, pane)).toBeNull();
});

test('a covered box moves the shortest way beside the tool, within the pane', () => {
  expect(clearOf(box(40, 100), tools, pane)).toEqual({ x: 24, y: 0 });
  expect(clearOf(box(20, 230), tools, pane)).toEqual({ x: 0, y: 20 });
  expect(clearOf(box(650, 540), tools, pane)).toEqual({ x: 0, y: -42 });
  expect(clearOf(box(-30, 20), tools, pane)).toEqual({ x: 94, y: 0 });
});

test('a box without free space stays', () => {
  expect(clearOf({ x: 0, y: 0, width: 790, height: 590 }, tools, pane)).toBeNull();
});
