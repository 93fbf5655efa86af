import { describe, expect, it } from 'vitest';
import { connected, insideOf, inverted, sameType } from './choose.ts';
import type { CanvasDocument, CanvasNode } from './document.ts';

const node = (id: string, type: string, parentId?: string): CanvasNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  ...(parentId !== undefined && { parentId }),
  data: {},
});

const closed = { ...node('closed', 'trustBoundaryNode'), data: { collapsed: true } };
const document: CanvasDocument = {
  nodes: [
    node('outer', 'trustBoundaryNode'),
    node('inner', 'trustBoundaryNode', 'outer'),
    node('web', 'processNode', 'inner'),
    node('orders', 'dataStoreNode', 'outer'),
    node('browser', 'externalEntityNode'),
    closed,
    node('hidden', 'processNode', 'closed'),
    node('also hidden', 'processNode', 'closed'),
  ],
  edges: [
    { id: 'browse', source: 'browser', target: 'web' },
    { id: 'store', source: 'web', target: 'orders' },
    { id: 'hide', source: 'web', target: 'hidden' },
    { id: 'within', source: 'hidden', target: 'also hidden' },
  ],
};

describe('choosing elements', () => {
  it('selects elements of the same type', () => {
    expect(sameType(document, new Set(['web']))).toEqual(['web']);
    expect(sameType(document, new Set(['inner', 'store']))).toEqual([
      'outer',
      'inner',
      'closed',
      'browse',
      'store',
      'hide',
    ]);
  });

  it('selects the descendants of a boundary and the flows between them', () => {
    expect(insideOf(document, new Set(['outer']))).toEqual(['inner', 'web', 'orders', 'store']);
    expect(insideOf(document, new Set(['web']))).toEqual([]);
  });

  it('selects connected flows and elements, and more of them each time', () => {
    const once = connected(document, new Set(['browser']));
    expect(once).toEqual(['browser', 'browse', 'web']);
    expect(connected(document, new Set(once))).toEqual([
      ...once,
      'store',
      'orders',
      'hide',
      'closed',
    ]);
    expect(connected(document, new Set(['closed']))).toEqual(['closed', 'hide', 'web']);
    expect(connected(document, new Set(['store']))).toEqual(['store', 'web', 'orders']);
  });

  it('inverts the selection, without elements that a collapsed boundary hides', () => {
    expect(inverted(document, new Set(['outer', 'web', 'hide']))).toEqual([
      'inner',
      'orders',
      'browser',
      'closed',
      'browse',
      'store',
    ]);
    expect(inverted(document, new Set())).not.toContain('within');
  });
});
