import { expect, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { marksOf } from '../canvas/compare/element-marks.ts';
import { canvasChoices, elementOf, labelIn } from './canvas-choices.ts';

const at = (x: number) => ({ x, y: 0 });
const base: CanvasDocument = {
  nodes: [
    { id: 'shop', position: at(0), data: { label: 'Shop' } },
    { id: 'bank', position: at(300), data: { label: 'Bank' } },
  ],
  edges: [{ id: 'pay', source: 'shop', target: 'bank', data: { label: 'Pays' } }],
};
const mine: CanvasDocument = {
  nodes: [
    { id: 'shop', position: at(0), data: { label: 'Web shop' } },
    { id: 'bank', position: at(400), data: { label: 'Bank' } },
    { id: 'fraud', position: at(600), data: {} },
  ],
  edges: base.edges,
};
const theirs: CanvasDocument = {
  nodes: [{ id: 'bank', position: at(300), data: { label: 'Bank' } }],
  edges: [],
};
const conflicts = [{ element: 'node' as const, id: 'shop' }];
const marks = { mine: marksOf(base, mine), theirs: marksOf(base, theirs) };

test('elements that both sides changed need a choice, and show the changes of each side', () => {
  const { toDecide } = canvasChoices({ conflicts }, marks);
  expect(toDecide).toMatchObject([
    { key: 'node:shop', mine: { kind: 'changed' }, theirs: { kind: 'removed' } },
  ]);
});

test('elements that one side changed are listed as merged, with that side', () => {
  const { merged } = canvasChoices({ conflicts }, marks);
  expect(
    merged.map(({ key, mine: own, theirs: incoming }) => [key, own?.kind, incoming?.kind]),
  ).toEqual(
    expect.arrayContaining([
      ['node:bank', 'moved', undefined],
      ['node:fraud', 'added', undefined],
      ['edge:pay', undefined, 'removed'],
    ]),
  );
  expect(merged).toHaveLength(3);
});

test('an element is found on the side that still has it, and an empty name counts as none', () => {
  const [flow] = canvasChoices({ conflicts: [{ element: 'edge', id: 'pay' }] }, marks).toDecide;
  const [fraud] = canvasChoices({ conflicts: [{ element: 'node', id: 'fraud' }] }, marks).toDecide;
  expect(flow && elementOf({ base, mine: theirs, theirs: mine }, flow)?.id).toBe('pay');
  expect(flow && labelIn(theirs, flow)).toBeNull();
  expect(fraud && labelIn(mine, fraud)).toBeNull();
});
