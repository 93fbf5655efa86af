import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyCanvas } from '../../merge/testing/any-canvas.ts';
import { faultsOf } from '../../merge/testing/faults-of.ts';
import { applyOperation, applyReversibly } from '../apply.ts';
import type { CanvasDocument, CanvasNode } from '../document.ts';
import { boxOf, holdsBox, isBoundary, overlap, type Box } from '../geometry.ts';
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

describe('the free position in a boundary', () => {
  const added = (zone: CanvasNode, ...others: CanvasNode[]) => {
    const document: CanvasDocument = { nodes: [zone, ...others], edges: [] };
    const after = applyOperation(document, addInside(document, 'zone', process('new', 0, 0)));
    const { x, y } = boxIn(after, 'new');
    return { x, y, zone: boxIn(after, 'zone') };
  };
  // The last row ends exactly at the gap before the outline.
  const box = { x: 0, y: 0, width: 500, height: 376 };
  const zone = boundary('zone', box);
  const inZone = (x: number, y: number) => process(`at ${x} ${y}`, x, y, 'zone');

  it.each([
    ['is below the label, at the left', [], { x: 20, y: 40 }],
    ['is beside an element, with a gap', [inZone(20, 40)], { x: 190, y: 40 }],
    ['is before an element that leaves a gap', [inZone(190, 40)], { x: 20, y: 40 }],
    ['is above an element that leaves a gap', [inZone(20, 124)], { x: 20, y: 40 }],
    ['is below an element that leaves a gap', [inZone(20, -44)], { x: 20, y: 40 }],
    ['is past an element that is too near', [inZone(181, 41)], { x: 360, y: 40 }],
    ['is in the next row', [inZone(20, 40), inZone(190, 40)], { x: 20, y: 124 }],
    [
      'is in the last row',
      [40, 124, 208].flatMap((y) => [inZone(20, y), inZone(190, y)]),
      { x: 20, y: 292 },
    ],
  ])('%s', (_, others, at) => {
    const wide = { ...zone, width: at.x === 360 ? 530 : 500 };
    expect(added(wide, ...others)).toEqual({ ...at, zone: { ...box, width: wide.width } });
  });

  it('is on the grid of the canvas', () => {
    expect(added(boundary('zone', { ...box, x: 3, y: 7 }))).toMatchObject({ x: 30, y: 50 });
  });

  it('is below all elements if there is no room, and the boundary grows', () => {
    const small = boundary('zone', { x: 0, y: 0, width: 180, height: 120 });
    expect(added(small)).toEqual({ x: 20, y: 40, zone: { ...box, width: 190, height: 124 } });
    expect(added(small, inZone(60, 203), inZone(0, 0))).toEqual({
      x: 20,
      y: 290,
      zone: { ...box, width: 190, height: 374 },
    });
  });

  it('is that of the expanded boundary if it is collapsed', () => {
    const folded = { ...zone, data: { collapsed: true } };
    expect(added(folded, inZone(20, 40))).toMatchObject({ x: 190, y: 40 });
  });
});

describe('a boundary in other boundaries that grows for a new element', () => {
  const document = (locked?: string): CanvasDocument => ({
    nodes: [
      boundary('far', { x: 0, y: 0, width: 900, height: 900 }),
      boundary('outer', { x: 10, y: 10, width: 300, height: 200 }, 'far'),
      boundary('inner', { x: 100, y: 50, width: 170, height: 120 }, 'outer'),
    ].map((node) => (node.id === locked ? { ...node, data: { locked: true } } : node)),
    edges: [],
  });
  const inner = { kind: 'setNode', id: 'inner', fields: { width: 190, height: 124 } };
  const outer = { kind: 'setNode', id: 'outer', fields: { width: 310, height: 200 } };

  it.each([
    ['makes the boundaries around it grow, if necessary', undefined, [inner, outer]],
    ['does not make a locked boundary grow', 'outer', [inner]],
    ['does not grow if it is locked', 'inner', []],
  ])('%s', (_, locked, growth) => {
    const node = process('new', 0, 0, 'gone');
    const operation = addInside(document(locked), 'inner', node);
    expect(operation.slice(0, -1)).toEqual(growth);
    expect(operation.at(-1)).toEqual({
      kind: 'addNode',
      index: 3,
      node: process('new', 20, 40, 'inner'),
    });
  });
});

it('does not make a component grow that contains the boundary', () => {
  const app = { ...process('app', 0, 0), width: 200, height: 150 };
  const zone = boundary('zone', { x: 10, y: 10, width: 170, height: 100 }, 'app');
  const operation = addInside({ nodes: [app, zone], edges: [] }, 'zone', process('new', 0, 0));
  expect(operation).toMatchObject([{ kind: 'setNode', id: 'zone' }, { kind: 'addNode' }]);
});

describe('adding beside an element on the canvas', () => {
  const added = (...nodes: CanvasNode[]) => {
    const document: CanvasDocument = { nodes, edges: [] };
    const [change, ...others] = addInside(document, undefined, process('new', 3, 4, 'gone'));
    expect(others).toEqual([]);
    return change;
  };
  const at = (x: number, y: number) => ({ node: process('new', x, y) });

  it('uses the position to the right', () => {
    expect(added()).toEqual({ kind: 'addNode', index: 0, ...at(50, 10) });
    expect(added(process('left', -120, 10), process('right', 220, 10))).toMatchObject(at(50, 10));
  });

  it('goes down past all elements in the way', () => {
    const low = process('low', 100, 150);
    expect(added(low, process('high', 0, 0))).toEqual({
      kind: 'addNode',
      index: 2,
      ...at(50, 240),
    });
    expect(added(process('low', 100, 174), process('high', 0, 0))).toMatchObject(at(50, 90));
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

  it('leaves an element that lies outside of its boundaries where it is', () => {
    const nodes = [...drawing.nodes.slice(0, 3), process('free', 600, 10, 'inner')];
    const document = { ...drawing, nodes };
    const after = applyOperation(document, moveInside(document, ['free'], undefined));
    expect(nodeById(after, 'free')).toEqual(process('free', 620, 70));
  });

  it('puts an element that leaves its boundaries beside the outermost one', () => {
    const nodes = [
      boundary('outer', { x: 5, y: 23, width: 500, height: 400 }),
      ...drawing.nodes.slice(1, 3),
      process('low', 20, 250, 'inner'),
    ];
    const document = { ...drawing, nodes };
    for (const id of ['first', 'low']) {
      const after = applyOperation(document, moveInside(document, [id], undefined));
      expect(nodeById(after, id)).toEqual(process(id, 550, 30));
    }
  });

  it('does nothing for a boundary or an element that does not exist', () => {
    expect(moveInside(drawing, ['free'], 'gone')).toEqual([]);
    expect(moveInside(drawing, ['gone'], 'outer')).toEqual([]);
    expect(moveInside(drawing, ['first'], 'inner')).toEqual([]);
  });

  it('moves an element that extends beyond its boundary into it, past its old position', () => {
    const nodes = [boundary('zone', { x: 0, y: 0, width: 500, height: 400 })];
    const document = { nodes: [...nodes, process('web', -50, 40, 'zone')], edges: [] };
    const after = applyOperation(document, moveInside(document, ['web'], 'zone'));
    expect(nodeById(after, 'web')).toEqual(process('web', 20, 40, 'zone'));
  });

  it('gives each of several elements a free position', () => {
    const document = { ...drawing, nodes: [...drawing.nodes, process('more', 900, 900)] };
    const after = applyOperation(
      document,
      moveInside(document, ['free', 'more', 'first'], 'outer'),
    );
    expect(boxIn(after, 'free')).toMatchObject({ x: 260, y: 40 });
    expect(boxIn(after, 'more')).toMatchObject({ x: 260, y: 124 });
    expect(nodeById(after, 'first')).toEqual(process('first', 40, 110, 'outer'));
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
