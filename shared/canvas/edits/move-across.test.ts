import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCanvas } from '../../merge/testing/any-canvas.ts';
import { applyOperation, invertOperation } from '../apply.ts';
import { emptyDocument, type CanvasDocument, type CanvasNode } from '../document.ts';
import { boxOf } from '../geometry.ts';
import { withoutDangling } from '../without-dangling.ts';
import { moveAcross } from './move-across.ts';

const node = (id: string, x: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y: 0 },
  width: 100,
  height: 50,
  data: { label: id },
  ...more,
});

const zone = node('zone', 100, { type: 'trustBoundaryNode', width: 400, height: 200 });
const from: CanvasDocument = {
  nodes: [zone, node('inner', 20, { parentId: 'zone' }), node('stays', 700), node('also', 900)],
  edges: [
    { id: 'within', source: 'zone', target: 'inner', data: { bends: [{ x: 300, y: 20 }] } },
    { id: 'cut', source: 'inner', target: 'stays' },
    { id: 'untouched', source: 'stays', target: 'also' },
  ],
};

let made = 0;
const newId = (): string => `new ${(made += 1)}`;
const moved = (ids: string[], to: CanvasDocument = emptyDocument, source = from) => {
  const { taken, added, ...rest } = moveAcross(source, to, ids, newId);
  return { left: applyOperation(source, taken), target: applyOperation(to, added), ...rest };
};

describe('moving elements to another canvas', () => {
  it('includes the contents of boundaries and the flows between them, and removes flows to other elements', () => {
    const { left, target, ids, cutFlows } = moved(['zone']);
    expect(target.nodes).toEqual(from.nodes.slice(0, 2));
    expect(target.edges).toEqual([from.edges[0]]);
    expect([left.nodes.map(({ id }) => id), left.edges.map(({ id }) => id)]).toEqual([
      ['stays', 'also'],
      ['untouched'],
    ]);
    expect([ids, cutFlows]).toEqual([['zone'], 1]);
  });

  it('does not move the boundary of an element that leaves it', () => {
    const { left, target } = moved(['inner']);
    expect(left.nodes.map(({ id }) => id)).toEqual(['zone', 'stays', 'also']);
    expect(target.nodes[0]).toMatchObject({ id: 'inner', position: { x: 120, y: 0 } });
    expect(target.nodes[0]?.parentId).toBeUndefined();
  });

  it('places elements beside the existing ones and their bends', () => {
    const to = { nodes: [node('there', 150)], edges: [] };
    const { target } = moved(['zone'], to);
    const [other, group] = target.nodes;
    expect(other && group && boxOf(target, group).x - boxOf(target, other).x).toBe(180);
    expect(target.edges[0]?.data?.bends).toEqual([{ x: 530, y: 20 }]);
  });

  it.each([
    ['to the left', -100, 0],
    ['to the right', 100, 0],
    ['above', 0, -50],
    ['below', 0, 50],
  ])('keeps its position if the only element there is directly %s', (_where, x, y) => {
    const to = { nodes: [node('there', 700 + x, { position: { x: 700 + x, y } })], edges: [] };
    expect(moved(['stays'], to).target.nodes[1]?.position).toEqual({ x: 700, y: 0 });
  });

  it('moves beside all existing elements, level with their top, if it would cover one of them', () => {
    const [covered, away] = [
      node('covered', 690),
      node('away', 20, { position: { x: 20, y: 300 } }),
    ];
    const source = { nodes: [node('low', 700, { position: { x: 700, y: 20 } })], edges: [] };
    const { target } = moved(['low'], { nodes: [covered, away], edges: [] }, source);
    expect(target.nodes[2]?.position).toEqual({ x: 870, y: 0 });
  });

  it('does not move a locked element, nor the boundary that contains it', () => {
    const [, inner] = from.nodes;
    if (!inner) throw new Error('There is no inner node');
    const locked = { ...inner, data: { ...inner.data, locked: true } };
    const source = { ...from, nodes: from.nodes.map((each) => (each === inner ? locked : each)) };
    const { left, target } = moved(['zone', 'stays'], emptyDocument, source);
    expect(left.nodes.map(({ id }) => id)).toEqual(['zone', 'inner', 'also']);
    expect(target.nodes.map(({ id }) => id)).toEqual(['stays']);
  });

  it('replaces IDs that are taken', () => {
    const to = { nodes: [node('zone', 5000)], edges: [] };
    const { target, ids } = moved(['zone'], to);
    expect(ids).not.toEqual(['zone']);
    expect(target.nodes[2]).toMatchObject({ id: 'inner', parentId: ids[0] });
    expect(target.edges[0]).toMatchObject({ source: ids[0], target: 'inner' });
  });

  it('replaces the ID of a flow if it is taken', () => {
    const to = {
      nodes: [node('a', 5000), node('b', 6000)],
      edges: [{ id: 'within', source: 'a', target: 'b' }],
    };
    const { target } = moved(['zone'], to);
    const ids = target.edges.map(({ id }) => id);
    expect(ids[0]).toBe('within');
    expect(ids[1]).toMatch(/^new /);
  });

  it('keeps the positions of elements if nothing is in the way', () => {
    const far = moved(['zone'], { nodes: [node('there', 5000)], edges: [] });
    expect(far.target.nodes[1]?.position).toEqual({ x: 100, y: 0 });
    const there = node('there', 150, { position: { x: 150, y: 70 } });
    const near = moved(['zone'], { nodes: [there], edges: [] });
    expect(near.target.nodes[1]?.position).toEqual({ x: 330, y: 70 });
  });
});

describe('between any two canvases', () => {
  it('leaves both valid, loses no node, and can be undone', () => {
    fc.assert(
      fc.property(anyCanvas, anyCanvas, fc.infiniteStream(fc.boolean()), (one, other, picks) => {
        const [source, to] = [withoutDangling(one), withoutDangling(other)];
        const ids = source.nodes.filter(() => picks.next().value).map(({ id }) => id);
        const { taken, added } = moveAcross(source, to, ids, newId);
        const [left, target] = [applyOperation(source, taken), applyOperation(to, added)];
        for (const document of [left, target]) {
          expect(withoutDangling(document)).toBe(document);
          for (const elements of [document.nodes, document.edges]) {
            expect(new Set(elements.map(({ id }) => id)).size).toBe(elements.length);
          }
        }
        expect(left.nodes.length + target.nodes.length).toBe(source.nodes.length + to.nodes.length);
        expect(applyOperation(left, invertOperation(source, taken))).toEqual(source);
        expect(applyOperation(target, invertOperation(to, added))).toEqual(to);
      }),
    );
  });
});
