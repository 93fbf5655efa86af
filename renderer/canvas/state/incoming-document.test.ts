import { applyNodeChanges } from '@xyflow/react';
import { describe, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { withDocument, everywhere, noElements, drawnElements } from './drawn-elements.ts';
import { noSelection, selectionIn } from './selection.ts';

const document: CanvasDocument = {
  nodes: [
    { id: 'zone', type: 'trustBoundaryNode', position: { x: 0, y: 0 }, data: { label: 'Zone' } },
    { id: 'shop', parentId: 'zone', position: { x: 20, y: 20 }, data: { label: 'Shop' } },
    { id: 'bank', position: { x: 600, y: 20 }, data: { label: 'Bank' } },
  ],
  edges: [{ id: 'pay', source: 'shop', target: 'bank', data: { label: 'Pays' } }],
};

/** Returns a copy, as it comes from the store: equal objects, but never the same ones. */
const storedCopy = (change: (copy: CanvasDocument) => void = () => undefined): CanvasDocument => {
  const copy = structuredClone(document);
  change(copy);
  return copy;
};

const selection = selectionIn(document, ['shop', 'pay'], noSelection);
const before = {
  document,
  selection,
  region: everywhere,
  ...drawnElements(document, noElements, selection, everywhere),
};
const nodeIn = ({ nodes }: { nodes: readonly { id: string }[] }, id: string) =>
  nodes.find((node) => node.id === id);

describe('a document from elsewhere', () => {
  it('changes no drawn element if nothing has changed', () => {
    const after = withDocument(before, storedCopy());
    expect(after.document.nodes.map((node) => document.nodes.includes(node))).not.toContain(false);
    for (const [index, node] of after.nodes.entries()) expect(node).toBe(before.nodes[index]);
    for (const [index, edge] of after.edges.entries()) expect(edge).toBe(before.edges[index]);
  });

  it('redraws changed elements, wherever they are in the document now', () => {
    const after = withDocument(
      before,
      storedCopy(({ nodes }) => {
        nodes.splice(1, 0, { id: 'new', position: { x: 300, y: 0 }, data: { label: 'New' } });
        const bank = nodes.at(-1);
        if (bank) bank.data = { label: 'Credit bank' };
      }),
    );
    expect(after.nodes.map(({ id }) => id)).toEqual(['zone', 'new', 'shop', 'bank']);
    expect(nodeIn(after, 'shop')).toBe(nodeIn(before, 'shop'));
    expect(nodeIn(after, 'bank')).toMatchObject({ data: { label: 'Credit bank' } });
  });

  it('keeps existing elements selected', () => {
    const after = withDocument(
      before,
      storedCopy((copy) => {
        copy.edges = [];
        copy.nodes[1] = { ...document.nodes[1], id: 'shop', position: { x: 90, y: 0 }, data: {} };
      }),
    );
    expect(after.selection).toEqual({ nodes: ['shop'], edges: [] });
    expect(nodeIn(after, 'shop')).toMatchObject({ selected: true });
  });

  it('keeps the position of dragged elements and updates the rest of them', () => {
    const at = { x: 470, y: 210 };
    const dragged = {
      ...before,
      nodes: applyNodeChanges(
        [{ type: 'position', id: 'bank', position: at, dragging: true }],
        before.nodes,
      ),
    };
    const after = withDocument(
      dragged,
      storedCopy(({ nodes }) => {
        const [, , bank] = nodes;
        if (bank) Object.assign(bank, { position: { x: 5, y: 5 }, data: { label: 'Credit bank' } });
      }),
    );
    expect(nodeIn(after, 'bank')).toMatchObject({ position: at, data: { label: 'Credit bank' } });
    expect(after.document.nodes[2]).toMatchObject({ position: { x: 5, y: 5 } });
  });

  it('moves a dragged node to its new boundary, where its old position means nothing', () => {
    const dragged = {
      ...before,
      nodes: applyNodeChanges(
        [{ type: 'position', id: 'bank', position: { x: 1, y: 1 }, dragging: true }],
        before.nodes,
      ),
    };
    const after = withDocument(
      dragged,
      storedCopy(({ nodes }) => {
        const [, , bank] = nodes;
        if (bank) Object.assign(bank, { parentId: 'zone', position: { x: 30, y: 90 } });
      }),
    );
    expect(nodeIn(after, 'bank')).toMatchObject({ parentId: 'zone', position: { x: 30, y: 90 } });
  });
});
