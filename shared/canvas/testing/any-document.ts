import fc from 'fast-check';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../document.ts';
import { elementKindNames } from '../element-kinds.ts';

export const extra = fc.dictionary(
  fc.constantFrom('style', 'zIndex', 'x-risk', '__proto__', 'measured'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 2 },
);
export const spot = fc.integer({ min: -500, max: 500 });
export const length = fc.integer({ min: 10, max: 600 });
export const label = fc.constantFrom('Web app', 'Orders', 'User', '');

const anyDocument = (mark: fc.Arbitrary<object>): fc.Arbitrary<CanvasDocument> =>
  fc
    .array(
      fc.record({
        rest: extra,
        data: extra,
        label,
        mark,
        type: fc.constantFrom(...elementKindNames, 'processNode', 'trustBoundaryNode', 'groupNode'),
        x: spot,
        y: spot,
        width: fc.option(length, { nil: undefined }),
        height: fc.option(length, { nil: undefined }),
        parent: fc.option(fc.nat(), { nil: undefined, freq: 1 }),
      }),
      { maxLength: 14 },
    )
    .chain((seeds) => {
      const nodes: CanvasNode[] = [];
      for (const [index, seed] of seeds.entries()) {
        const holders = nodes.filter((node) => /Boundary|group/.test(node.type ?? ''));
        const parent = seed.parent === undefined ? undefined : holders[seed.parent % 5];
        nodes.push({
          ...seed.rest,
          id: `n${index}`,
          type: seed.type,
          position: { x: seed.x, y: seed.y },
          ...(seed.width !== undefined && { width: seed.width }),
          ...(seed.height !== undefined && { height: seed.height }),
          ...(parent && { parentId: parent.id }),
          data: { ...seed.data, label: seed.label, ...seed.mark, componentId: `c${index % 3}` },
        });
      }
      const end = fc.nat({ max: Math.max(0, nodes.length - 1) }).map((index) => `n${index}`);
      const flows = fc.array(
        fc.record({ rest: extra, source: end, target: end, data: fc.option(extra) }),
        { maxLength: nodes.length === 0 ? 0 : 12 },
      );
      return flows.map((seedEdges) => ({
        nodes,
        edges: seedEdges.map(({ rest, source, target, data }, index): CanvasEdge => ({
          ...rest,
          id: `e${index}`,
          source,
          target,
          ...(data && { data }),
        })),
      }));
    });

/** Valid documents with several levels: parents come before children, and flows have both ends. */
export const documents = anyDocument(fc.constant({}));

/** Like `documents`, with elements that are locked, collapsed, colored, or out of scope. */
export const markedDocuments = anyDocument(
  fc.record(
    {
      locked: fc.constant(true),
      collapsed: fc.constant(true),
      outOfScope: fc.boolean(),
      color: fc.constantFrom('red', 'blue', 'mauve'),
    },
    { requiredKeys: [] },
  ),
);
