import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCanvas } from '../../../merge/testing/any-canvas.ts';
import { faultsOf } from '../../../merge/testing/faults-of.ts';
import { applyOperation, applyReversibly } from '../../apply.ts';
import { isLocked, type CanvasDocument, type CanvasNode } from '../../document.ts';
import { boxAround, boxOf, type Box } from '../../geometry.ts';
import { nodeById } from '../../lookup.ts';
import type { CanvasOperation } from '../../operation.ts';
import { align, type Alignment } from './align.ts';
import { distribute, type Axis } from './distribute.ts';
import { sameSize, type SameSize } from './same-size.ts';

const alignments: Alignment[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom'];
const alignment = fc.constantFrom(...alignments);
const axis = fc.constantFrom<Axis>('across', 'down');
const which = fc.constantFrom<SameSize>('width', 'height', 'both');
const anyIds = fc.uniqueArray(
  fc.nat(10).map((n) => `n${n}`),
  { maxLength: 8 },
);

/** Nodes side by side or in one of two boundaries, some of them locked. */
const drawings: fc.Arbitrary<CanvasDocument> = fc
  .array(
    fc.record({
      x: fc.integer({ min: -400, max: 400 }),
      y: fc.integer({ min: -400, max: 400 }),
      width: fc.integer({ min: 20, max: 200 }),
      height: fc.integer({ min: 20, max: 200 }),
      parentId: fc.constantFrom('left', 'right', undefined),
      locked: fc.constantFrom(true, false, false, false),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((seeds) => ({
    nodes: [
      boundary('left', -3000, 0),
      boundary('right', 3000, 100),
      ...seeds.map(({ x, y, width, height, parentId, locked }, at): CanvasNode => ({
        id: `n${at}`,
        type: 'processNode',
        position: { x, y },
        width,
        height,
        ...(parentId !== undefined && { parentId }),
        data: { ...(locked && { locked }) },
      })),
    ],
    edges: [],
  }));

const boundary = (id: string, x: number, y: number): CanvasNode => ({
  id,
  type: 'trustBoundaryNode',
  position: { x, y },
  width: 500,
  height: 500,
  data: {},
});

const boxesOf = (document: CanvasDocument, wanted: readonly string[]): Box[] =>
  wanted.flatMap((id) => {
    const node = nodeById(document, id);
    return node ? [boxOf(document, node)] : [];
  });

const present = (document: CanvasDocument, wanted: readonly string[]): string[] =>
  wanted.filter((id) => nodeById(document, id));

const lockedOf = (document: CanvasDocument, ids: readonly string[]): string[] =>
  ids.filter((id) => nodeById(document, id)?.data.locked === true);

const freeOf = (document: CanvasDocument, ids: readonly string[]): string[] =>
  ids.filter((id) => !lockedOf(document, ids).includes(id));

const lineOf: Record<Alignment, (box: Box) => number> = {
  left: ({ x }) => x,
  centre: ({ x, width }) => x + width / 2,
  right: ({ x, width }) => x + width,
  top: ({ y }) => y,
  middle: ({ y, height }) => y + height / 2,
  bottom: ({ y, height }) => y + height,
};

describe('arranging', () => {
  const edits = fc.oneof(
    fc.tuple(anyIds, alignment).map(
      ([some, how]) =>
        (document: CanvasDocument) =>
          align(document, some, how),
    ),
    fc.tuple(anyIds, axis).map(
      ([some, how]) =>
        (document: CanvasDocument) =>
          distribute(document, some, how),
    ),
    fc.tuple(anyIds, which).map(
      ([some, how]) =>
        (document: CanvasDocument) =>
          sameSize(document, some, how),
    ),
  );

  it('leaves a valid document and can be undone', () => {
    fc.assert(
      fc.property(fc.oneof(anyCanvas, drawings), edits, (document, edit) => {
        const { document: after, inverse } = applyReversibly(document, edit(document));
        expect(faultsOf(after)).toEqual([]);
        expect(applyOperation(after, inverse)).toEqual(document);
      }),
      { numRuns: 500 },
    );
  });

  it('does not move locked nodes', () => {
    fc.assert(
      fc.property(drawings, edits, (document, edit) => {
        const locked = document.nodes.filter(isLocked).map(({ id }) => id);
        const after = applyOperation(document, edit(document));
        expect(boxesOf(after, locked)).toEqual(boxesOf(document, locked));
      }),
    );
  });
});

describe('aligning', () => {
  it('puts nodes of all boundaries on one line of the canvas', () => {
    fc.assert(
      fc.property(drawings, anyIds, alignment, (document, some, how) => {
        const chosen = present(document, some);
        fc.pre(chosen.length > 1);
        const fixed = lockedOf(document, chosen);
        const around = boxAround(boxesOf(document, fixed.length > 0 ? fixed : chosen));
        const free = freeOf(document, chosen);
        const after = applyOperation(document, align(document, some, how));
        const line = around ? lineOf[how](around) : NaN;
        for (const box of boxesOf(after, free)) {
          expect(Math.abs(lineOf[how](box) - line)).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });

  it('moves a boundary with its contents, and only once', () => {
    const child = { ...boundary('held', 10, 10), type: 'processNode', width: 50, parentId: 'left' };
    const document = {
      nodes: [boundary('left', 40, 0), boundary('right', 0, 900), child],
      edges: [],
    };
    const after = applyOperation(document, align(document, ['left', 'right', 'held'], 'left'));
    expect(boxesOf(after, ['left', 'held']).map(({ x }) => x)).toEqual([0, 10]);
  });
});

describe('distributing', () => {
  it('makes the gaps equal, and moves neither the first nor the last node', () => {
    fc.assert(
      fc.property(drawings, axis, (document, how) => {
        const free = document.nodes.filter(({ id, data }) => id.startsWith('n') && !data.locked);
        const some = free.map(({ id }) => id);
        const [start, length] =
          how === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
        const middle = (box: Box): number => box[start] + box[length] / 2;
        const before = boxesOf(document, some).toSorted((a, b) => middle(a) - middle(b));
        fc.pre(new Set(before.map(middle)).size === before.length && before.length > 2);
        const order = some.toSorted((a, b) => {
          const [one, other] = boxesOf(document, [a, b]);
          return one && other ? middle(one) - middle(other) : 0;
        });
        const after = boxesOf(applyOperation(document, distribute(document, some, how)), order);
        expect([after[0], after.at(-1)]).toEqual([before[0], before.at(-1)]);
        const gaps = after.slice(1).map((box, at) => {
          const last = after[at];
          return last ? box[start] - last[start] - last[length] : NaN;
        });
        expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not move a locked node, and makes the gaps on each side of it equal', () => {
    const at = (id: string, x: number, locked = false): CanvasNode => ({
      id,
      position: { x, y: 0 },
      width: 10,
      height: 10,
      data: { ...(locked && { locked }) },
    });
    const nodes = [at('a', 0), at('b', 15), at('c', 100, true), at('d', 110), at('e', 200)];
    const document = { nodes, edges: [] };
    const operation = distribute(document, ['a', 'b', 'c', 'd', 'e'], 'across');
    const after = boxesOf(applyOperation(document, operation), ['a', 'b', 'c', 'd', 'e']);
    expect(after.map(({ x }) => x)).toEqual([0, 50, 100, 150, 200]);
  });
});

const sized = (
  id: string,
  x: number,
  width: number,
  more: Partial<CanvasNode> = {},
): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y: 0 },
  width,
  height: 50,
  data: {},
  ...more,
});

describe('arranged nodes', () => {
  const positionsAfter = (document: CanvasDocument, operation: CanvasOperation) =>
    applyOperation(document, operation).nodes.map(({ position }) => position.x);

  it('are centered at whole pixels', () => {
    const document = { nodes: [sized('a', 0, 10), sized('b', 100, 15)], edges: [] };
    expect(positionsAfter(document, align(document, ['a', 'b'], 'centre'))).toEqual([53, 50]);
  });

  it('are distributed in the order of their centers, at whole pixels', () => {
    const nodes = [
      sized('a', 0, 10),
      sized('wide', 20, 200),
      sized('c', 50, 10),
      sized('d', 300, 10),
    ];
    const document = { nodes, edges: [] };
    const operation = distribute(document, ['a', 'wide', 'c', 'd'], 'across');
    expect(positionsAfter(document, operation)).toEqual([0, 73, 37, 300]);
  });

  it('are distributed separately on each side of a locked one', () => {
    const locked = sized('c', 60, 10, { data: { locked: true } });
    const nodes = [sized('a', 0, 10), sized('b', 15, 10), locked, sized('d', 110, 10)];
    const document = { nodes: [...nodes, sized('e', 200, 10)], edges: [] };
    const operation = distribute(document, ['a', 'b', 'c', 'd', 'e'], 'across');
    expect(positionsAfter(document, operation)).toEqual([0, 30, 60, 130, 200]);
  });

  it('are distributed as a whole with their contents', () => {
    const zone = { ...boundary('zone', 0, 0), width: 100 };
    const held = sized('held', 20, 10, { parentId: 'zone' });
    const nodes = [zone, held, sized('b', 150, 10), sized('c', 300, 10)];
    const document = { nodes, edges: [] };
    const operation = distribute(document, ['zone', 'held', 'b', 'c'], 'across');
    expect(positionsAfter(document, operation)).toEqual([0, 20, 195, 300]);
  });

  it('are at least two, or three to distribute them, and missing ones do not count', () => {
    const document = { nodes: [sized('a', 0, 10), sized('b', 105, 20)], edges: [] };
    for (const ids of [['a'], ['a', 'a'], ['a', 'gone']]) {
      for (const how of alignments) expect(align(document, ids, how)).toEqual([]);
      expect(sameSize(document, ids, 'both')).toEqual([]);
    }
    expect(distribute(document, ['a', 'b', 'gone'], 'across')).toEqual([]);
  });
});

describe('making the same size', () => {
  it('changes only the nodes that have another size', () => {
    const nodes = [
      sized('large', 0, 100),
      sized('narrow', 200, 80),
      sized('same', 400, 100),
      sized('low', 600, 100, { height: 40 }),
    ];
    const fields = { width: 100, height: 50 };
    expect(sameSize({ nodes, edges: [] }, ['large', 'narrow', 'same', 'low'], 'both')).toEqual([
      { kind: 'setNode', id: 'narrow', fields },
      { kind: 'setNode', id: 'low', fields },
    ]);
  });

  it('of components does not take the size of a boundary among them, even of a locked one', () => {
    const marks: CanvasNode['data'][] = [{}, { locked: true }];
    for (const data of marks) {
      const zone = { ...boundary('zone', 0, 900), data };
      const nodes = [zone, sized('a', 0, 100), sized('b', 200, 80)];
      expect(sameSize({ nodes, edges: [] }, ['zone', 'a', 'b'], 'width')).toEqual([
        { kind: 'setNode', id: 'b', fields: { width: 100 } },
      ]);
    }
  });

  it('leaves out collapsed boundaries', () => {
    const collapsed = { ...boundary('left', 0, 0), width: 900, data: { collapsed: true } };
    const small = { ...boundary('small', 0, 2000), width: 30 };
    const large = { ...boundary('large', 900, 4000), width: 40 };
    const document = { nodes: [collapsed, small, large], edges: [] };
    const after = applyOperation(document, sameSize(document, ['left', 'small', 'large'], 'width'));
    expect(after.nodes.map(({ width }) => width)).toEqual([900, 40, 40]);
  });

  it('does not give boundaries the size of a locked component', () => {
    const locked = sized('web', 0, 100, { data: { locked: true } });
    const document = {
      nodes: [locked, boundary('left', 0, 900), boundary('right', 900, 900)],
      edges: [],
    };
    expect(sameSize(document, ['web', 'left', 'right'], 'both')).toEqual([]);
  });

  it('makes the first of several boundaries take in a node that then lies in all of them', () => {
    const small = (id: string, at: number) => ({
      ...boundary(id, at, at),
      width: 300,
      height: 300,
    });
    const note = sized('note', 350, 50, { position: { x: 350, y: 350 } });
    const nodes = [small('one', 0), small('two', 250), boundary('large', 2000, 0), note];
    const document = { nodes, edges: [] };
    const after = applyOperation(document, sameSize(document, ['one', 'two', 'large'], 'both'));
    expect(nodeById(after, 'note')).toEqual({ ...note, parentId: 'one' });
  });

  it('uses the size of the largest node, or of a locked one', () => {
    fc.assert(
      fc.property(drawings, anyIds, which, (document, some, how) => {
        const chosen = present(document, some);
        fc.pre(chosen.length > 1);
        const fixed = lockedOf(document, chosen);
        const examples = boxesOf(document, fixed.length > 0 ? fixed : chosen);
        const after = applyOperation(document, sameSize(document, some, how));
        for (const id of freeOf(document, chosen)) {
          const [old, now] = [boxesOf(document, [id])[0], boxesOf(after, [id])[0]];
          const width = Math.max(...examples.map((box) => box.width));
          const height = Math.max(...examples.map((box) => box.height));
          expect(now).toEqual({
            ...old,
            ...(how !== 'height' && { width }),
            ...(how !== 'width' && { height }),
          });
        }
      }),
    );
  });

  it('does not make a component as large as a boundary', () => {
    const web = { ...boundary('web', 900, 0), type: 'processNode', width: 100 };
    const document = { nodes: [boundary('left', 0, 0), web], edges: [] };
    expect(sameSize(document, ['left', 'web'], 'both')).toEqual([]);
  });

  it('does not move the contents of a boundary', () => {
    const small = { ...boundary('left', 0, 0), width: 300, height: 300 };
    const child = { ...boundary('held', 10, 10), type: 'processNode', width: 50, parentId: 'left' };
    const document = { nodes: [small, boundary('right', 900, 0), child], edges: [] };
    const after = applyOperation(document, sameSize(document, ['left', 'right'], 'both'));
    expect(boxesOf(after, ['left', 'held'])).toEqual([
      { x: 0, y: 0, width: 500, height: 500 },
      boxOf(document, child),
    ]);
  });
});

describe('exact results', () => {
  const element = (id: string, box: Box, more: Partial<CanvasNode> = {}): CanvasNode => ({
    id,
    type: 'processNode',
    position: { x: box.x, y: box.y },
    width: box.width,
    height: box.height,
    data: {},
    ...more,
  });
  const drawingOf = (...nodes: CanvasNode[]): CanvasDocument => ({ nodes, edges: [] });
  const lock = { data: { locked: true } };
  const pair = drawingOf(
    element('a', { x: 0, y: 10, width: 100, height: 40 }),
    element('b', { x: 301, y: 200, width: 50, height: 91 }),
  );

  it.each([
    ['left', { x: 0, y: 10 }, { x: 0, y: 200 }],
    ['right', { x: 251, y: 10 }, { x: 301, y: 200 }],
    ['centre', { x: 126, y: 10 }, { x: 151, y: 200 }],
    ['top', { x: 0, y: 10 }, { x: 301, y: 10 }],
    ['bottom', { x: 0, y: 251 }, { x: 301, y: 200 }],
    ['middle', { x: 0, y: 131 }, { x: 301, y: 105 }],
  ] as const)('of aligning two nodes: %s', (how, a, b) => {
    const after = applyOperation(pair, align(pair, ['a', 'b'], how));
    expect(after.nodes.map(({ position }) => position)).toEqual([a, b]);
  });

  it('of aligning with a locked node, and of aligning one node alone', () => {
    const document = drawingOf(
      element('a', { x: 50, y: 0, width: 10, height: 10 }, lock),
      element('b', { x: 0, y: 90, width: 10, height: 10 }),
    );
    expect(align(document, ['b', 'a', 'gone'], 'left')).toEqual([
      { kind: 'setNode', id: 'b', fields: { position: { x: 50, y: 90 } } },
    ]);
    expect(align(document, ['a'], 'left')).toEqual([]);
    expect(align(document, ['b', 'gone'], 'left')).toEqual([]);
    expect(align(document, [], 'left')).toEqual([]);
  });

  it.each([
    ['across', [0, 45, 100]],
    ['down', [0, 45, 100]],
  ] as const)(
    'of distributing three nodes %s, in the order of their middles',
    (direction, wanted) => {
      const at = (id: string, along: number, length: number) =>
        direction === 'across'
          ? element(id, { x: along, y: 7, width: length, height: 5 })
          : element(id, { x: 7, y: along, width: 5, height: length });
      const document = drawingOf(at('last', 100, 40), at('between', 60, 26), at('first', 0, 16));
      const ids = ['last', 'between', 'first'];
      const after = applyOperation(document, distribute(document, ids, direction));
      const along = (id: string) =>
        nodeById(after, id)?.position[direction === 'across' ? 'x' : 'y'];
      expect(['first', 'between', 'last'].map(along)).toEqual(wanted);
      expect(distribute(document, ['last', 'first'], direction)).toEqual([]);
    },
  );

  it('of making the size of components the same', () => {
    const document = drawingOf(
      element('a', { x: 0, y: 0, width: 100, height: 40 }),
      element('b', { x: 300, y: 0, width: 50, height: 90 }),
      element('c', { x: 600, y: 0, width: 100, height: 90 }),
    );
    const changed = (id: string, fields: object) => ({ kind: 'setNode', id, fields });
    const ids = ['a', 'b', 'c'];
    expect(sameSize(document, ids, 'width')).toEqual([changed('b', { width: 100 })]);
    expect(sameSize(document, ids, 'height')).toEqual([changed('a', { height: 90 })]);
    const both = { width: 100, height: 90 };
    expect(sameSize(document, ids, 'both')).toEqual([changed('a', both), changed('b', both)]);
    expect(sameSize(document, ['a', 'gone'], 'both')).toEqual([]);
  });

  it('of making sizes the same, without boundaries among components and collapsed ones', () => {
    const zone = boundary('zone', 1000, 0);
    const folded = { ...boundary('folded', 2000, 0), width: 300, data: { collapsed: true } };
    const small = { ...boundary('small', 3000, 0), width: 150 };
    const mixed = drawingOf(zone, ...pair.nodes);
    const after = applyOperation(mixed, sameSize(mixed, ['zone', 'a', 'b'], 'width'));
    expect(after.nodes.map(({ width }) => width)).toEqual([500, 100, 100]);
    const boundaries = drawingOf(zone, folded, small);
    const ids = ['zone', 'folded', 'small'];
    const made = applyOperation(boundaries, sameSize(boundaries, ids, 'width'));
    expect(made.nodes.map(({ width }) => width)).toEqual([500, 300, 500]);
    expect(sameSize(boundaries, ['folded', 'small'], 'width')).toEqual([]);
  });
});
