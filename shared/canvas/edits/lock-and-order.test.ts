import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../merge/testing/faults-of.ts';
import { applyOperation, applyReversibly } from '../apply.ts';
import { elementColors } from '../canvas-colors.ts';
import { isLocked, type CanvasDocument, type CanvasNode } from '../document.ts';
import { boxOf, positionOf } from '../geometry.ts';
import { ancestorsOf, nodeById } from '../lookup.ts';
import { markedDocuments, spot } from '../testing/any-document.ts';
import { setColor, setLocked, setOutOfScope } from './mark.ts';
import { moveNodesBy } from './move-nodes.ts';
import { remove, removable } from './remove.ts';
import { reorder, type Layer } from './reorder.ts';
import { resizeNode } from './resize-node.ts';

const node = (id: string, x: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y: 0 },
  width: 100,
  height: 50,
  data: {},
  ...more,
});
const boundary = (id: string, data: CanvasNode['data'] = {}): CanvasNode => ({
  ...node(id, 0, { type: 'trustBoundaryNode', width: 800, height: 400 }),
  data,
});
const documentOf = (...nodes: CanvasNode[]): CanvasDocument => ({ nodes, edges: [] });
const orderAfter = (document: CanvasDocument, ids: string[], layer: Layer): string =>
  applyOperation(document, reorder(document, ids, layer))
    .nodes.map(({ id }) => id)
    .join(' ');

const layers = fc.constantFrom<Layer>('front', 'forward', 'backward', 'back');
const anyIds = fc.uniqueArray(
  fc.tuple(fc.constantFrom('n', 'n', 'e'), fc.nat({ max: 13 })).map((parts) => parts.join('')),
  { maxLength: 6 },
);

describe('a locked element', () => {
  const locked = { data: { locked: true } };

  it('is not moved, resized, or deleted', () => {
    const document = documentOf(node('web', 0, locked), node('other', 300));
    expect(moveNodesBy(document, ['web'], { x: 10, y: 0 })).toEqual([]);
    expect(resizeNode(document, 'web', { x: 0, y: 0, width: 200, height: 90 })).toEqual([]);
    expect(remove(document, ['web', 'other'])).toEqual([{ kind: 'removeNode', id: 'other' }]);
    expect(removable(document, ['web', 'other']).locked).toEqual(['web']);
  });

  it('moves with its boundary, and stays if the boundary is locked', () => {
    const child = node('web', 100, { ...locked, parentId: 'zone' });
    const open = documentOf(boundary('zone'), child);
    const moved = applyOperation(open, moveNodesBy(open, ['zone'], { x: 50, y: 0 }));
    expect(moved.nodes.map((each) => positionOf(moved, each).x)).toEqual([50, 150]);

    const fixed = documentOf(
      boundary('zone', { locked: true }),
      node('web', 100, { parentId: 'zone' }),
    );
    const after = applyOperation(fixed, moveNodesBy(fixed, ['zone', 'web'], { x: 50, y: 0 }));
    expect(after.nodes.map((each) => positionOf(after, each).x)).toEqual([0, 150]);
  });

  it('prevents the deletion of a collapsed boundary that hides it', () => {
    const zone = boundary('zone', { collapsed: true });
    const hidden = node('web', 100, { ...locked, parentId: 'zone' });
    expect(remove(documentOf(zone, hidden), ['zone'])).toEqual([]);
    const free = documentOf(zone, node('web', 100, { parentId: 'zone' }));
    expect(applyOperation(free, remove(free, ['zone'])).nodes).toEqual([]);
  });

  it('stays, whatever is moved, resized, and deleted', () => {
    fc.assert(
      fc.property(markedDocuments, anyIds, fc.record({ x: spot, y: spot }), (document, ids, by) => {
        const moved = applyOperation(document, moveNodesBy(document, ids, by));
        const left = applyOperation(document, remove(document, ids));
        const isCarried = (each: CanvasNode): boolean =>
          ancestorsOf(document, each).some(({ id }) => ids.includes(id));
        for (const before of document.nodes.filter(isLocked)) {
          const [now, unmoved] = [nodeById(moved, before.id), nodeById(left, before.id)];
          const box = boxOf(document, before);
          expect(unmoved && boxOf(left, unmoved)).toEqual(box);
          expect(isCarried(before) ? box : now && boxOf(moved, now)).toEqual(box);
        }
      }),
    );
  });
});

describe('the order of elements', () => {
  const document = documentOf(node('a', 0), node('b', 50), node('far', 900), node('c', 90));

  it('moves several elements to the front and the back in their order', () => {
    expect(orderAfter(document, ['a'], 'front')).toBe('b far c a');
    expect(orderAfter(document, ['a', 'b'], 'front')).toBe('far c a b');
    expect(orderAfter(document, ['c'], 'back')).toBe('c a b far');
    expect(orderAfter(document, ['far', 'c'], 'back')).toBe('far c a b');
  });

  it('moves an element past the next one that overlaps it', () => {
    expect(orderAfter(document, ['b'], 'forward')).toBe('a far c b');
    expect(orderAfter(document, ['c'], 'backward')).toBe('a c b far');
    expect(orderAfter(document, ['far'], 'forward')).toBe('a b far c');
    expect(orderAfter(document, ['a', 'b'], 'forward')).toBe('far c a b');
    expect(orderAfter(document, ['a'], 'forward')).toBe('b a far c');
  });

  it('does not move an element past one that it only touches', () => {
    const low = node('low', 0, { position: { x: 0, y: 50 } });
    const touching = documentOf(node('a', 0), node('right', 100), low, node('above', 60));
    expect(orderAfter(touching, ['a'], 'forward')).toBe('right low above a');
    expect(orderAfter(touching, ['low'], 'backward')).toBe('a right low above');
    expect(orderAfter(touching, ['right'], 'backward')).toBe('a right low above');
  });

  it('does not move the front element forward, or the back element backward', () => {
    expect(orderAfter(document, ['c'], 'forward')).toBe('a b far c');
    expect(orderAfter(document, ['a'], 'backward')).toBe('a b far c');
  });

  it('moves a boundary with its contents, and not the boundary around it', () => {
    const [zone, other] = [boundary('zone'), boundary('other')];
    const inside = (id: string): CanvasNode => node(id, 10, { parentId: 'zone' });
    const nested = documentOf(zone, inside('x'), other, inside('y'), node('web', 0));
    expect(orderAfter(nested, ['zone'], 'front')).toBe('other zone x y web');
    expect(orderAfter(nested, ['other'], 'back')).toBe('other zone x y web');
    expect(orderAfter(nested, ['y'], 'back')).toBe('zone y x other web');
    expect(orderAfter(nested, ['web'], 'back')).toBe('zone x other y web');
    const full = documentOf(zone, other, node('held', 10, { parentId: 'other' }));
    expect(orderAfter(full, ['zone'], 'front')).toBe('other held zone');
  });

  it('stays valid, keeps all elements, and can be undone', () => {
    fc.assert(
      fc.property(markedDocuments, anyIds, layers, (before, ids, layer) => {
        const { document: after, inverse } = applyReversibly(before, reorder(before, ids, layer));
        expect(faultsOf(after)).toEqual([]);
        expect(new Set(after.nodes)).toEqual(new Set(before.nodes));
        expect(applyOperation(after, inverse)).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});

describe('color, scope, and lock', () => {
  it('are set by one operation that can be undone, and setting them again does nothing', () => {
    const edits = fc.constantFrom(
      (document: CanvasDocument, ids: string[]) => setColor(document, ids, 'green'),
      (document: CanvasDocument, ids: string[]) => setColor(document, ids, null),
      (document: CanvasDocument, ids: string[]) => setLocked(document, ids, true),
      (document: CanvasDocument, ids: string[]) => setOutOfScope(document, ids, false),
    );
    fc.assert(
      fc.property(markedDocuments, anyIds, edits, (before, ids, edit) => {
        const { document: after, inverse } = applyReversibly(before, edit(before, ids));
        expect(edit(after, ids)).toEqual([]);
        expect(applyOperation(after, inverse)).toEqual(before);
      }),
    );
  });

  it('a color applies to nodes and flows', () => {
    const document: CanvasDocument = {
      nodes: [node('a', 0)],
      edges: [{ id: 'e', source: 'a', target: 'a' }],
    };
    for (const color of elementColors) {
      const after = applyOperation(document, setColor(document, ['a', 'e', 'gone'], color));
      expect([after.nodes[0]?.data.color, after.edges[0]?.data?.color]).toEqual([color, color]);
    }
  });

  it('scope does not apply to notes', () => {
    const note = documentOf(node('n', 0, { type: 'noteNode' }));
    expect(setOutOfScope(note, ['n'], true)).toEqual([]);
  });
});
