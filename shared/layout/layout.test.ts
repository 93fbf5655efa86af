import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperation, applyReversibly } from '../canvas/apply.ts';
import {
  isCollapsed,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
} from '../canvas/document.ts';
import { bendsOf } from '../canvas/flow-course.ts';
import { boxOf, holdsBox, holdsPoint, overlap, type Box } from '../canvas/geometry.ts';
import { ancestorsOf, childrenOf, nodeById } from '../canvas/lookup.ts';
import type { CanvasOperation } from '../canvas/operation.ts';
import { operationBetween } from '../merge/operation-between.ts';
import { faultsOf } from '../merge/testing/faults-of.ts';
import { computeLayout } from './compute-layout.ts';
import { containersOf, type Scope } from './containers.ts';
import { drawnFlows } from './drawn-flows.ts';
import { laidOut } from './laid-out.ts';
import { layoutGraph } from './layout-graph.ts';
import type { LayoutDirection, LayoutStyle } from './layout-style.ts';
import { lookingAt } from './line-faults.ts';
import { isCramped } from './needed-size.ts';

const usual: Omit<LayoutStyle, 'direction'> = {
  externals: 'first',
  placement: 'compact',
  isFolded: false,
  isInRows: false,
  keepsOrder: false,
};

const layOut = async (
  document: CanvasDocument,
  scope: Scope = 'everything',
  direction: LayoutDirection = 'right',
): Promise<CanvasOperation> => {
  const parts = containersOf(document, scope).map(async (container) => ({
    container,
    graph: await computeLayout(layoutGraph(document, container, { ...usual, direction })),
  }));
  return operationBetween(document, laidOut(document, await Promise.all(parts)));
};

const types = [
  'processNode',
  'dataStoreNode',
  'trustBoundaryNode',
  'trustBoundaryNode',
  'noteNode',
];

/** The seed of the generated drawings is fixed, because elk uses random choices for some drawings. */
const seed = 15;

/** This position is farther away than any layout result. */
const oldBend = { x: -9000, y: -9000 };

/** Documents with several levels, in which some boundaries are collapsed and flows connect any nodes. */
const drawings: fc.Arbitrary<CanvasDocument> = fc
  .record({
    seeds: fc.array(
      fc.record({
        type: fc.constantFrom(...types, 'groupNode'),
        x: fc.integer({ min: -300, max: 300 }),
        y: fc.integer({ min: -300, max: 300 }),
        width: fc.option(fc.integer({ min: 30, max: 300 }), { nil: undefined }),
        parent: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
        collapsed: fc.constantFrom(true, false, false, false, false),
      }),
      { minLength: 1, maxLength: 14 },
    ),
    flows: fc.array(fc.record({ source: fc.nat(), target: fc.nat(), bent: fc.boolean() }), {
      maxLength: 14,
    }),
  })
  .map(({ seeds, flows }) => {
    const nodes: CanvasNode[] = [];
    for (const [at, { type, x, y, width, parent, collapsed }] of seeds.entries()) {
      const holders = nodes.filter((node) => /Boundary|group/.test(node.type ?? ''));
      const holder = parent === undefined ? undefined : holders[parent];
      nodes.push({
        id: `n${at}`,
        type,
        position: { x, y },
        ...(width !== undefined && { width }),
        ...(holder && { parentId: holder.id }),
        data: { label: `Node ${at}`, ...(collapsed && { collapsed }) },
      });
    }
    const edges = flows.map(({ source, target, bent }, at): CanvasEdge => ({
      id: `e${at}`,
      source: `n${source % nodes.length}`,
      target: `n${target % nodes.length}`,
      data: { label: 'Flow', ...(bent && { bends: [oldBend] }) },
    }));
    return { nodes, edges };
  });

const direction = fc.constantFrom<LayoutDirection>('right', 'down');

/** Returns the number of elements that each flow leads through. */
const through = (document: CanvasDocument): number[] => {
  const lineFaults = lookingAt(document);
  return drawnFlows(document).map(
    ({ route, source, target }) => lineFaults(route.line, source, target).behind,
  );
};

const isLaidOut = (document: CanvasDocument, node: CanvasNode): boolean =>
  ancestorsOf(document, node).every(
    (each) => each.type === 'trustBoundaryNode' && !isCollapsed(each),
  );

describe('automatic layout', () => {
  it('keeps the contents of every boundary inside it, and no neighbors overlap', async () => {
    await fc.assert(
      fc.asyncProperty(drawings, direction, async (document, towards) => {
        const after = applyOperation(document, await layOut(document, 'everything', towards));
        expect(faultsOf(after)).toEqual([]);
        const laid = after.nodes.filter((node) => isLaidOut(after, node));
        for (const node of laid) {
          expect(node.parentId).toBe(nodeById(document, node.id)?.parentId);
          const box = boxOf(after, node);
          const parent = nodeById(after, node.parentId);
          expect(parent === undefined || holdsBox(boxOf(after, parent), box)).toBe(true);
          const beside = laid.filter((each) => each !== node && each.parentId === node.parentId);
          expect(beside.filter((other) => overlap(box, boxOf(after, other)))).toEqual([]);
        }
      }),
      { numRuns: 100, seed },
    );
  }, 60_000);

  it('is undone by its inverse', async () => {
    await fc.assert(
      fc.asyncProperty(drawings, direction, async (document, towards) => {
        const operation = await layOut(document, 'everything', towards);
        const { document: after, inverse } = applyReversibly(document, operation);
        expect(applyOperation(after, inverse)).toEqual(document);
      }),
      { numRuns: 50, seed },
    );
  }, 60_000);

  it('does not change the contents of a node that is laid out as a whole', async () => {
    await fc.assert(
      fc.asyncProperty(drawings, async (document) => {
        const after = applyOperation(document, await layOut(document));
        for (const node of after.nodes.filter((each) => !isLaidOut(after, each))) {
          expect(node).toEqual(nodeById(document, node.id));
        }
      }),
      { numRuns: 50, seed },
    );
  }, 60_000);

  it('does not move locked nodes and the boundaries around them', async () => {
    await fc.assert(
      fc.asyncProperty(drawings, fc.nat(), async (drawing, which) => {
        const lockedId = `n${which % drawing.nodes.length}`;
        const document = {
          ...drawing,
          nodes: drawing.nodes.map((node) =>
            node.id === lockedId ? { ...node, data: { ...node.data, locked: true } } : node,
          ),
        };
        const locked = nodeById(document, lockedId);
        if (!locked) return;
        fc.pre(isLaidOut(document, locked));
        const after = applyOperation(document, await layOut(document));
        expect(at(after, lockedId)).toEqual(boxOf(document, locked));
        const beside = after.nodes.filter(
          ({ id, parentId }) => parentId === locked.parentId && id !== lockedId,
        );
        for (const node of beside) {
          expect(overlap(boxOf(after, node), boxOf(after, locked))).toBe(false);
        }
      }),
      { numRuns: 50, seed },
    );
  }, 60_000);
});

const node = (id: string, x: number, y: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y },
  width: 100,
  height: 60,
  data: { label: id },
  ...more,
});
const flow = (source: string, target: string): CanvasEdge => ({
  id: `${source}-${target}`,
  source,
  target,
});
const at = (document: CanvasDocument, id: string): Box => {
  const found = nodeById(document, id);
  if (!found) throw new Error(`${id} is gone`);
  return boxOf(document, found);
};

describe('the parts of a drawing', () => {
  const boundary = node('inner', 400, 400, { type: 'trustBoundaryNode', width: 300, height: 200 });
  const document: CanvasDocument = {
    nodes: [
      boundary,
      node('browser', 0, 0),
      node('web', 20, 60, { parentId: 'inner' }),
      node('orders', 10, 50, { parentId: 'inner', type: 'dataStoreNode' }),
      node('far', 2000, 50),
    ],
    edges: [flow('browser', 'web'), flow('web', 'orders')],
  };

  it('are laid out in the direction of their flows', async () => {
    const right = applyOperation(document, await layOut(document));
    expect(at(right, 'browser').x + 100).toBeLessThan(at(right, 'web').x);
    expect(at(right, 'web').x + 100).toBeLessThan(at(right, 'orders').x);
    const down = applyOperation(document, await layOut(document, 'everything', 'down'));
    expect(at(down, 'browser').y + 60).toBeLessThan(at(down, 'web').y);
    expect(at(down, 'web').y + 60).toBeLessThan(at(down, 'orders').y);
  });

  it('can be the contents of one boundary, and nothing else is moved', async () => {
    const after = applyOperation(document, await layOut(document, { inside: 'inner' }));
    expect(at(after, 'browser')).toEqual(at(document, 'browser'));
    const inner = at(after, 'inner');
    expect([inner.x, inner.y]).toEqual([400, 400]);
    expect(at(after, 'web').x + 100).toBeLessThan(at(after, 'orders').x);
    for (const { id } of childrenOf(after, 'inner')) {
      expect(holdsBox(inner, at(after, id))).toBe(true);
    }
    const alone = await layOut(document, { nodes: ['inner'] });
    expect(alone).toEqual(await layOut(document, { inside: 'inner' }));
  });

  it('can be some nodes, which keep their top left corner', async () => {
    const after = applyOperation(document, await layOut(document, { nodes: ['browser', 'far'] }));
    expect([at(after, 'browser').x, at(after, 'browser').y]).toEqual([0, 0]);
    expect(at(after, 'far').x).toBeLessThan(400);
    expect(at(after, 'inner')).toEqual(at(document, 'inner'));
  });

  it('lead flows around the elements between two others', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const row: CanvasDocument = {
      nodes: names.map((name, index) => node(name, 10 * index, 7 * index)),
      edges: [
        ...names.slice(1).map((name, index) => flow(names[index] ?? '', name)),
        flow('a', 'e'),
        flow('e', 'a'),
        { ...flow('a', 'd'), data: { shape: 'straight' } },
      ],
    };
    for (const towards of ['right', 'down'] as const) {
      const after = applyOperation(row, await layOut(row, 'everything', towards));
      expect(through(after)).toEqual(row.edges.map(() => 0));
      expect(after.edges.filter((each) => bendsOf(each).length > 0).length).toBeGreaterThan(2);
      expect(after.edges.at(-1)?.data?.shape).toBe('straight');
      expect(await layOut(after, 'everything', towards)).toEqual([]);
    }
  });

  it('route flows relative to the final positions, also inside a boundary', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const children = names.map((name, index) => node(name, 10 * index, 50, { parentId: 'inner' }));
    const stays = node('stays', 420, 430, { data: { label: 'stays', locked: true } });
    const nodes = [boundary, ...children, stays];
    const edges = [flow('a', 'b'), flow('b', 'c'), flow('c', 'd'), flow('d', 'a')];
    const after = applyOperation({ nodes, edges }, await layOut({ nodes, edges }));
    const bends = after.edges.flatMap(bendsOf);
    expect(bends).not.toEqual([]);
    for (const bend of bends) expect(holdsPoint(at(after, 'inner'), bend)).toBe(true);
    expect(through(after)).toEqual([0, 0, 0, 0]);
  });

  it('are wide enough for their names', async () => {
    const name = 'Internationalization of payment accounts';
    const nodes = [node('a', 0, 0, { width: 60, data: { label: name } }), node('b', 300, 0)];
    const [named] = nodes;
    if (!named) throw new Error('No node');
    expect(isCramped(named)).toBe(true);
    const after = applyOperation({ nodes, edges: [] }, await layOut({ nodes, edges: [] }));
    expect(after.nodes.map(isCramped)).toEqual([false, false]);
  });

  it('keep a note beside its element', async () => {
    const nodes = [...document.nodes, node('note', 2000, -80, { type: 'noteNode' })];
    const edges = [...document.edges, flow('web', 'far')];
    const after = applyOperation({ nodes, edges }, await layOut({ nodes, edges }));
    const [note, far] = [at(after, 'note'), at(after, 'far')];
    expect(Math.abs(note.x - far.x)).toBeLessThan(60);
    expect(Math.abs(note.y - far.y)).toBeLessThan(120);
  });

  it('may be enormous or far away, as in documents of other tools', async () => {
    const nodes = [
      node('a', 0, 0),
      node('wide', 0, 200, { width: 1e9, height: 1e9 }),
      node('far', 1e300, 1e300, { data: { label: 'far', locked: true } }),
      node('b', 300, 0),
    ];
    const edges = [flow('a', 'wide'), flow('wide', 'b'), flow('a', 'b'), flow('b', 'far')];
    const after = applyOperation({ nodes, edges }, await layOut({ nodes, edges }));
    expect(after.nodes.map(({ id }) => id)).toEqual(['a', 'wide', 'far', 'b']);
  });

  it('are not changed if there is nothing to arrange', async () => {
    expect(await layOut(document, { nodes: ['web'] })).toEqual([]);
    expect(await layOut({ nodes: [], edges: [] })).toEqual([]);
  });
});
