import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyCanvas } from '../../merge/testing/any-canvas.ts';
import { faultsOf } from '../../merge/testing/faults-of.ts';
import { applyOperation, applyReversibly } from '../apply.ts';
import type { CanvasDocument, CanvasNode } from '../document.ts';
import { boxOf, holdsBox, isBoundary, type Box } from '../geometry.ts';
import { overlap } from '../labels/box-grid.ts';
import { nodeById } from '../lookup.ts';
import { addInside, moveInside } from './move-inside.ts';

const boundary = (id: string, box: Box, parentId?: string): CanvasNode => ({
  id,
  type: 'trustBoundaryNode',
  position: { x: box.x, y: box.y },
  width: box.width,
  height: box.height,
  ...(parentId !== undefined && { parentId }),
  data: { label: id },
});
const process = (id: string, x: number, y: number, parentId?: string): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y },
  width: 150,
  height: 64,
  ...(parentId !== undefined && { parentId }),
  data: { label: id },
});

const drawing: CanvasDocument = {
  nodes: [
    boundary('outer', { x: 0, y: 0, width: 500, height: 400 }),
    boundary('inner', { x: 20, y: 60, width: 220, height: 130 }, 'outer'),
    process('first', 20, 50, 'inner'),
    process('free', 800, 0),
  ],
  edges: [],
};
const boxIn = (document: CanvasDocument, id: string): Box => {
  const node = nodeById(document, id);
  if (!node) throw new Error(`no ${id}`);
  return boxOf(document, node);
};
const parentIn = (document: CanvasDocument, id: string) => nodeById(document, id)?.parentId;

describe('adding inside a boundary', () => {
  it('uses a free position', () => {
    const after = applyOperation(drawing, addInside(drawing, 'outer', process('new', 0, 0)));
    expect(parentIn(after, 'new')).toBe('outer');
    expect(holdsBox(boxIn(after, 'outer'), boxIn(after, 'new'))).toBe(true);
    expect(boxIn(after, 'outer')).toEqual(boxIn(drawing, 'outer'));
    expect(boxIn(after, 'new')).toMatchObject({ x: 260 });
  });

  it('enlarges the boundary and its ancestors if there is none', () => {
    let current = drawing;
    for (let count = 0; count < 6; count += 1) {
      current = applyOperation(current, addInside(current, 'inner', process(`new${count}`, 0, 0)));
    }
    expect(holdsBox(boxIn(current, 'inner'), boxIn(current, 'new5'))).toBe(true);
    expect(holdsBox(boxIn(current, 'outer'), boxIn(current, 'inner'))).toBe(true);
  });
});

describe('sizes and positions that only other tools write', () => {
  it.each([
    { y: 0, height: -200 },
    { y: 1e300, height: 64 },
  ])('allow an element at $y, $height pixels high, to be placed', ({ y, height }) => {
    const around = boundary('around', { x: 0, y, width: 400, height: 300 });
    const covers = { ...process('covers', 0, 0, 'around'), width: 400, height: 300 };
    const document: CanvasDocument = { nodes: [around, covers], edges: [] };
    const added = { ...process('new', 0, y), height };
    const after = applyOperation(document, addInside(document, 'around', added));
    expect(parentIn(after, 'new')).toBe('around');
  });
});

describe('moving into a boundary', () => {
  it('moves an element in, and out again to a position beside it', () => {
    const within = applyOperation(drawing, moveInside(drawing, ['free'], 'inner'));
    expect(parentIn(within, 'free')).toBe('inner');
    expect(holdsBox(boxIn(within, 'inner'), boxIn(within, 'free'))).toBe(true);
    const out = applyOperation(within, moveInside(within, ['free'], undefined));
    expect(parentIn(out, 'free')).toBeUndefined();
    expect(boxIn(out, 'free').x).toBeGreaterThan(500);
  });

  it('moves the contents of a boundary with it', () => {
    const after = applyOperation(drawing, moveInside(drawing, ['inner', 'first'], undefined));
    expect(parentIn(after, 'inner')).toBeUndefined();
    expect(parentIn(after, 'first')).toBe('inner');
  });

  it.each(['inner', 'outer'])('does not move outer into %s', (target) => {
    expect(moveInside(drawing, ['outer'], target)).toEqual([]);
  });

  it('does not move anything into a process', () => {
    expect(moveInside(drawing, ['free'], 'first')).toEqual([]);
  });

  it('leaves an element where it is if the boundary already holds it', () => {
    const inside = { ...drawing, nodes: [...drawing.nodes.slice(0, 3), process('free', 300, 300)] };
    const after = applyOperation(inside, moveInside(inside, ['free'], 'outer'));
    expect(parentIn(after, 'free')).toBe('outer');
    expect(boxIn(after, 'free')).toEqual(boxIn(inside, 'free'));
  });

  it('does not move a locked element', () => {
    const nodes = drawing.nodes.map((each) =>
      each.id === 'free' ? { ...each, data: { ...each.data, locked: true } } : each,
    );
    const locked = { ...drawing, nodes };
    expect(moveInside(locked, ['free'], 'outer')).toEqual([]);
  });

  it('does not cover other elements with an element that leaves a boundary', () => {
    const walled = { ...drawing, nodes: [...drawing.nodes, process('wall', 540, 0)] };
    const after = applyOperation(walled, moveInside(walled, ['first'], undefined));
    expect(parentIn(after, 'first')).toBeUndefined();
    expect(overlap(boxIn(after, 'first'), boxIn(after, 'wall'))).toBe(false);
  });
});

const chosen = (document: CanvasDocument, indexes: number[]): string[] =>
  indexes.flatMap((index) => document.nodes[index % Math.max(1, document.nodes.length)]?.id ?? []);

test('any move or addition leaves the document valid and can be undone', () => {
  fc.assert(
    fc.property(
      anyCanvas,
      fc.array(fc.nat(30), { maxLength: 5 }),
      fc.nat(10),
      (document, indexes, at) => {
        const holders = document.nodes.filter(isBoundary);
        const target = at % 4 === 0 ? undefined : holders[at % Math.max(1, holders.length)]?.id;
        for (const operation of [
          moveInside(document, chosen(document, indexes), target),
          addInside(document, target, process('added', 30, 30)),
        ]) {
          const { document: after, inverse } = applyReversibly(document, operation);
          expect(faultsOf(after)).toEqual([]);
          expect(applyOperation(after, inverse)).toEqual(document);
        }
      },
    ),
  );
});
