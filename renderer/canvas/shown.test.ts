import { applyNodeChanges } from '@xyflow/react';
import { describe, expect, it } from 'vitest';
import { applyOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { noSelection, selectionOf } from './select.ts';
import { shown } from './shown.ts';

const document: CanvasDocument = {
  nodes: [
    { id: 'a', type: 'processNode', position: { x: 0, y: 0 }, data: { label: 'A' } },
    { id: 'b', type: 'mainframe', position: { x: 0, y: 90 }, height: 40.4, data: {} },
    { id: 'lost', position: { x: 0, y: 0 }, parentId: 'gone', data: {} },
  ],
  edges: [{ id: 'e', source: 'a', target: 'b', sourceHandle: 'unknown' }],
};
const nothing = { nodes: [], edges: [] };

describe('what React Flow draws', () => {
  it('has a size for every node, whole pixels, and a look for every type', () => {
    const [a, b] = shown(document, nothing).nodes;
    expect(a).toMatchObject({ type: 'processNode', width: 150, measured: { height: 64 } });
    expect(b).toMatchObject({ type: 'plain', height: 40 });
  });

  it('leaves out a parent that is not there, and handles that React Flow does not know', () => {
    const { nodes, edges } = shown(document, nothing);
    expect(nodes[2]).not.toHaveProperty('parentId');
    expect(edges[0]).not.toHaveProperty('sourceHandle');
  });

  it('keeps what is unchanged, and the selection', () => {
    const before = shown(document, nothing, new Set(['a', 'b']));
    const after = shown(
      applyOperation(document, [{ kind: 'setNode', id: 'b', data: { label: 'B' } }]),
      before,
    );
    expect(after.nodes[0]).toBe(before.nodes[0]);
    expect(after.edges[0]).toBe(before.edges[0]);
    expect(after.nodes[1]).toMatchObject({ data: { label: 'B' }, selected: true });
  });

  it('goes back to the document after a gesture that was given up', () => {
    const before = shown(document, nothing);
    const nodes = applyNodeChanges(
      [{ type: 'position', id: 'a', position: { x: 500, y: 0 } }],
      before.nodes,
    );
    expect(shown(document, { ...before, nodes }).nodes[0]?.position).toEqual({ x: 0, y: 0 });
  });
});

describe('the selection', () => {
  it('is the same object for the same elements', () => {
    const drawn = shown(document, nothing, new Set(['a', 'e']));
    const selection = selectionOf(drawn, noSelection);
    expect(selection).toEqual({ nodes: ['a'], edges: ['e'] });
    expect(selectionOf(shown(document, drawn), selection)).toBe(selection);
  });
});
