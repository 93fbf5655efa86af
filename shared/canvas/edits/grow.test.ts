import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../merge/testing/faults-of.ts';
import { applyOperation, applyReversibly } from '../apply.ts';
import { isCollapsed, isLocked, type CanvasDocument, type CanvasNode } from '../document.ts';
import { boxOf, centreOf, holdsBox, holdsPoint, isBoundary } from '../geometry.ts';
import { nodeById } from '../lookup.ts';
import { markedDocuments, spot } from '../testing/any-document.ts';
import { addNode } from './add-node.ts';
import { setCollapsed } from './mark.ts';
import { moveNodes, moveNodesBy } from './move-nodes.ts';
import { resizeNode } from './resize-node.ts';

const box = (id: string, type: string, x: number, y: number, width: number, height: number) => ({
  id,
  type,
  position: { x, y },
  width,
  height,
  data: {},
});
const boundary = 'trustBoundaryNode';
const outer = box('outer', boundary, 0, 0, 600, 400);
const inner: CanvasNode = { ...box('inner', boundary, 300, 100, 280, 200), parentId: 'outer' };
const note: CanvasNode = { ...box('held', 'noteNode', 20, 50, 60, 40), parentId: 'inner' };
const web = box('web', 'processNode', 900, 900, 120, 60);
const drawing: CanvasDocument = { nodes: [outer, inner, note, web], edges: [] };

const boxIn = (document: CanvasDocument, id: string) => {
  const node = nodeById(document, id);
  return node && boxOf(document, node);
};
const withData = (id: string, data: CanvasNode['data']): CanvasDocument => ({
  ...drawing,
  nodes: drawing.nodes.map((node) => (node.id === id ? { ...node, data } : node)),
});

describe('an element dropped at the inner edge of a boundary', () => {
  it('makes the boundary and its ancestors grow to contain it with a margin', () => {
    const after = applyOperation(drawing, moveNodes(drawing, [['web', { x: 500, y: 200 }]]));
    expect(boxIn(after, 'inner')).toEqual({ x: 300, y: 100, width: 340, height: 200 });
    expect(boxIn(after, 'outer')).toEqual({ x: 0, y: 0, width: 660, height: 400 });
    expect(nodeById(after, 'web')?.parentId).toBe('inner');
  });

  it('does not move the contents of a boundary that grows to the left and the top', () => {
    const after = applyOperation(drawing, moveNodes(drawing, [['web', { x: 260, y: 80 }]]));
    expect(boxIn(after, 'inner')).toEqual({ x: 240, y: 40, width: 340, height: 260 });
    expect(boxIn(after, 'held')).toEqual(boxIn(drawing, 'held'));
  });

  it.each([
    ['left', 300, 260, { width: 280, height: 240 }],
    ['right', 460, 260, { width: 280, height: 240 }],
    ['top', 500, 100, { width: 340, height: 200 }],
    ['bottom', 500, 240, { width: 340, height: 200 }],
  ])('does not make the boundary grow on the %s, which it only touches', (_, x, y, size) => {
    const after = applyOperation(drawing, moveNodes(drawing, [['web', { x, y }]]));
    expect(boxIn(after, 'inner')).toEqual({ x: 300, y: 100, ...size });
  });

  it('makes a boundary grow for an element in it and for a boundary in it that grows', () => {
    const app = box('app', 'processNode', 900, 1000, 120, 60);
    const document = { ...drawing, nodes: [...drawing.nodes, app] };
    const operation = moveNodes(document, [
      ['web', { x: 500, y: 200 }],
      ['app', { x: 100, y: 360 }],
    ]);
    const after = applyOperation(document, operation);
    expect(boxIn(after, 'inner')).toEqual({ x: 300, y: 100, width: 340, height: 200 });
    expect(boxIn(after, 'outer')).toEqual({ x: 0, y: 0, width: 660, height: 440 });
  });

  it('makes a component that contains components grow too', () => {
    const app = box('app', 'processNode', 0, 0, 300, 200);
    const part: CanvasNode = { ...box('part', 'processNode', 40, 60, 120, 60), parentId: 'app' };
    const nested: CanvasDocument = { nodes: [app, part], edges: [] };
    const after = applyOperation(nested, moveNodes(nested, [['part', { x: 230, y: 10 }]]));
    expect(boxIn(after, 'app')).toEqual({ x: 0, y: 0, width: 370, height: 200 });
    expect(nodeById(after, 'part')?.parentId).toBe('app');
  });

  it('does not make a component grow if its center is dropped outside of it', () => {
    const app = box('app', 'processNode', 0, 0, 300, 200);
    const part: CanvasNode = { ...box('part', 'processNode', 40, 60, 120, 60), parentId: 'app' };
    const nested: CanvasDocument = { nodes: [app, part], edges: [] };
    const after = applyOperation(nested, moveNodes(nested, [['part', { x: 250, y: 60 }]]));
    expect(boxIn(after, 'app')).toEqual({ x: 0, y: 0, width: 300, height: 200 });
    expect(nodeById(after, 'part')?.parentId).toBe('app');
  });

  it('makes the boundary grow when it is added and when it is enlarged', () => {
    const node = box('new', 'processNode', 540, 250, 60, 80);
    const added = applyOperation(drawing, addNode(drawing, { ...node, width: 70 }));
    expect(boxIn(added, 'inner')).toEqual({ x: 300, y: 100, width: 330, height: 250 });
    const wider = { x: 320, y: 150, width: 400, height: 40 };
    const resized = applyOperation(drawing, resizeNode(drawing, 'held', wider));
    expect(boxIn(resized, 'inner')).toMatchObject({ width: 440 });
    expect(boxIn(resized, 'outer')).toMatchObject({ width: 760 });
  });

  it('does not make the boundary grow if it fits, or if the boundary is locked', () => {
    const fits = moveNodes(drawing, [['web', { x: 460, y: 200 }]]);
    expect(fits.filter((change) => 'id' in change && change.id !== 'web')).toEqual([]);
    expect(boxIn(applyOperation(drawing, fits), 'inner')).toEqual(boxIn(drawing, 'inner'));
    const locked = withData('inner', { locked: true });
    const after = applyOperation(locked, moveNodes(locked, [['web', { x: 500, y: 200 }]]));
    expect(boxIn(after, 'inner')).toEqual(boxIn(drawing, 'inner'));
    expect(nodeById(after, 'web')?.parentId).toBe('inner');
  });

  it('makes the boundary take in the elements that it then encloses', () => {
    const near = { ...box('near', 'noteNode', 585, 220, 10, 10), parentId: 'outer' };
    const document = { ...drawing, nodes: [...drawing.nodes, near] };
    const after = applyOperation(document, moveNodes(document, [['web', { x: 500, y: 200 }]]));
    expect(nodeById(after, 'near')?.parentId).toBe('inner');
    expect(boxIn(after, 'near')).toEqual(boxIn(document, 'near'));
  });
});

describe('a collapsed boundary', () => {
  const collapsed = withData('inner', { collapsed: true });

  it('takes in no element that is dropped on it', () => {
    const after = applyOperation(collapsed, moveNodes(collapsed, [['web', { x: 310, y: 105 }]]));
    expect(nodeById(after, 'web')?.parentId).toBe('outer');
  });

  it('keeps the elements hidden in it, wherever they are moved', () => {
    const after = applyOperation(collapsed, moveNodes(collapsed, [['held', { x: 900, y: 800 }]]));
    expect(nodeById(after, 'held')).toMatchObject({
      parentId: 'inner',
      position: { x: 600, y: 700 },
    });
  });

  it('does not grow for an element hidden in it', () => {
    const higher = { x: 310, y: 105, width: 60, height: 100 };
    const after = applyOperation(collapsed, resizeNode(collapsed, 'held', higher));
    expect(boxIn(after, 'held')).toEqual(higher);
    expect(nodeById(after, 'inner')).toEqual(nodeById(collapsed, 'inner'));
  });

  it('keeps its expanded size, whatever is done to it', () => {
    expect(resizeNode(collapsed, 'inner', { x: 0, y: 0, width: 10, height: 10 })).toEqual([]);
    const moved = applyOperation(collapsed, moveNodesBy(collapsed, ['inner'], { x: 50, y: 20 }));
    const opened = applyOperation(moved, setCollapsed(moved, ['inner'], false));
    expect(boxIn(opened, 'inner')).toEqual({ x: 350, y: 120, width: 280, height: 200 });
    expect(boxIn(opened, 'held')).toEqual({ x: 370, y: 170, width: 60, height: 40 });
  });

  it('makes the boundary around it grow when it is expanded at the edge', () => {
    const moved = applyOperation(collapsed, moveNodesBy(collapsed, ['inner'], { x: 50, y: 20 }));
    const opened = applyOperation(moved, setCollapsed(moved, ['inner'], false));
    expect(boxIn(opened, 'outer')).toEqual({ x: 0, y: 0, width: 650, height: 400 });
  });
});

const anyIds = fc.uniqueArray(
  fc.nat({ max: 13 }).map((index) => `n${index}`),
  { maxLength: 6 },
);
const drops = fc.tuple(anyIds, fc.record({ x: spot, y: spot }));

describe('growth of boundaries', () => {
  it('leaves a valid document and can be undone', () => {
    fc.assert(
      fc.property(markedDocuments, drops, anyIds, (document, [ids, by], others) => {
        for (const operation of [
          moveNodesBy(document, ids, by),
          setCollapsed(document, others, true),
          setCollapsed(document, others, false),
        ]) {
          const { document: after, inverse } = applyReversibly(document, operation);
          expect(faultsOf(after)).toEqual([]);
          expect(applyOperation(after, inverse)).toEqual(document);
        }
      }),
    );
  });

  it('never shrinks a boundary, and never resizes a locked or collapsed one', () => {
    fc.assert(
      fc.property(markedDocuments, drops, (document, [ids, by]) => {
        const after = applyOperation(document, moveNodesBy(document, ids, by));
        const size = ({ width, height }: Partial<CanvasNode>) => ({ width, height });
        const isFixed = (node: CanvasNode): boolean => isLocked(node) || isCollapsed(node);
        for (const before of document.nodes.filter(isBoundary)) {
          const now = nodeById(after, before.id) ?? before;
          const [one, other] = [boxOf(after, now), boxOf(document, before)];
          expect(one.width).toBeGreaterThanOrEqual(other.width);
          expect(one.height).toBeGreaterThanOrEqual(other.height);
          expect(size(isFixed(before) ? now : before)).toEqual(size(before));
        }
      }),
    );
  });

  it('makes every expanded boundary contain what is dropped in it', () => {
    fc.assert(
      fc.property(
        markedDocuments,
        fc.nat({ max: 13 }),
        fc.record({ x: spot, y: spot }),
        (document, which, at) => {
          const before = document.nodes[which % Math.max(1, document.nodes.length)];
          if (!before || isLocked(before)) return;
          const { id } = before;
          const after = applyOperation(document, moveNodes(document, [[id, at]]));
          const node = nodeById(after, id);
          const parent = nodeById(after, node?.parentId);
          const isInside =
            node && parent && isBoundary(parent) && !isLocked(parent) && !isCollapsed(parent);
          if (!isInside || !holdsPoint(boxOf(after, parent), centreOf(boxOf(after, node)))) return;
          expect(holdsBox(boxOf(after, parent), boxOf(after, node))).toBe(true);
        },
      ),
    );
  });
});
