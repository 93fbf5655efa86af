import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperation, applyReversibly } from '../canvas/apply.ts';
import type { CanvasDocument, CanvasNode } from '../canvas/document.ts';
import { nodeById } from '../canvas/lookup.ts';
import { unreadableCount } from '../canvas/problems.ts';
import { tidyUp } from './tidy-up.ts';

const kinds = ['processNode', 'dataStoreNode', 'externalEntityNode', 'trustBoundaryNode'] as const;

/**
 * Drawings with elements that lie on each other, are too small, or lie outside of their parent. A parent
 * may be an element too.
 */
const drawings: fc.Arbitrary<CanvasDocument> = fc
  .array(
    fc.record({
      type: fc.constantFrom(...kinds),
      x: fc.integer({ min: -300, max: 600 }),
      y: fc.integer({ min: -300, max: 600 }),
      width: fc.option(fc.integer({ min: 20, max: 400 }), { nil: undefined }),
      parent: fc.option(fc.nat(5), { nil: undefined }),
      label: fc.constantFrom('API', 'Reconciliation', 'International payment accounts', ''),
    }),
    { maxLength: 25 },
  )
  .map((elements) => {
    const nodes = elements.map(({ type, x, y, width, parent, label }, at): CanvasNode => ({
      id: `n${at}`,
      type,
      position: { x, y },
      ...(width !== undefined && { width, height: 60 }),
      ...(parent !== undefined && parent < at && { parentId: `n${parent}` }),
      data: { label },
    }));
    return { nodes, edges: [] };
  });

describe('tidying up', () => {
  it('leaves no element on its neighbors, beyond its parent, or too small', () => {
    fc.assert(
      fc.property(drawings, (document) => {
        const { document: after, inverse } = applyReversibly(document, tidyUp(document));
        expect(unreadableCount(after)).toBe(0);
        expect(tidyUp(after)).toEqual([]);
        expect(applyOperation(after, inverse)).toEqual(document);
      }),
      { numRuns: 300, seed: 15 },
    );
  });

  const box = (id: string, x: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
    id,
    type: 'processNode',
    position: { x, y: 0 },
    width: 100,
    height: 60,
    data: { label: id },
    ...more,
  });

  it('moves only elements that are in the way, and no locked ones', () => {
    const locked = box('locked', 0, { data: { label: 'locked', locked: true } });
    const document = { nodes: [locked, box('on it', 80), box('far', 500)], edges: [] };
    const operation = tidyUp(document);
    expect(operation.map((change) => 'id' in change && change.id)).toEqual(['on it']);
    const after = applyOperation(document, operation);
    expect(nodeById(after, 'on it')?.position).toEqual({ x: 120, y: 0 });
  });

  it('separates a thousand elements at one position', () => {
    const nodes = Array.from({ length: 1000 }, (_, at) => box(`n${at}`, 0));
    const after = applyOperation({ nodes, edges: [] }, tidyUp({ nodes, edges: [] }));
    expect(unreadableCount(after)).toBe(0);
  });
});
