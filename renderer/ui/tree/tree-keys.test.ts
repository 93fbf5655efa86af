import { expect, test } from 'vitest';
import { treeStep, typedRow, type TreeItem } from './tree-keys.ts';

const row = (id: string, parentId: string | null, isExpanded: boolean | null): TreeItem => ({
  id,
  level: parentId === null ? 1 : 2,
  parentId,
  isExpanded,
  position: 1,
  setSize: 1,
});
const rows = [row('DMZ', null, true), row('Web', 'DMZ', null), row('Net', null, false)];

test.each([
  ['ArrowDown', 0, { focus: 'Web' }],
  ['ArrowDown', 2, null],
  ['ArrowUp', 1, { focus: 'DMZ' }],
  ['Home', 2, { focus: 'DMZ' }],
  ['End', 0, { focus: 'Net' }],
  ['PageDown', 0, { focus: 'Net' }],
  ['ArrowRight', 0, { focus: 'Web' }],
  ['ArrowRight', 2, { expand: 'Net' }],
  ['ArrowRight', 1, null],
  ['ArrowLeft', 0, { collapse: 'DMZ' }],
  ['ArrowLeft', 1, { focus: 'DMZ' }],
  ['x', 0, undefined],
] as const)('%s at row %i', (key, index, expected) => {
  expect(treeStep(rows, index, key, 'ltr')).toEqual(expected);
});

test('in a right-to-left window, the left and right arrows are swapped', () => {
  expect(treeStep(rows, 2, 'ArrowLeft', 'rtl')).toEqual({ expand: 'Net' });
});

test('typing moves to the next matching row, and wraps around', () => {
  const textOf = ({ id }: TreeItem): string => id;
  expect(typedRow(rows, 0, 'n', textOf)?.id).toBe('Net');
  expect(typedRow(rows, 2, 'd', textOf)?.id).toBe('DMZ');
  expect(typedRow(rows, 1, 'we', textOf)?.id).toBe('Web');
  expect(typedRow(rows, 0, 'x', textOf)).toBeUndefined();
});
