import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCanvas } from '../../merge/testing/any-canvas.ts';
import { faultsOf } from '../../merge/testing/faults-of.ts';
import { applyReversibly } from '../apply.ts';
import { emptyDocument, type CanvasDocument } from '../document.ts';
import { paste, type Fragment } from '../edits/copy.ts';
import { boxOf, holdsBox, overlap } from '../geometry.ts';
import { nodeById } from '../lookup.ts';
import { drawTextDiagram } from './draw-text-diagram.ts';
import { readTextDiagram } from './text-diagram.ts';

const drawn = (text: string, document: CanvasDocument = emptyDocument): Fragment =>
  drawTextDiagram(document, readTextDiagram(text));

const pasted = (document: CanvasDocument, fragment: Fragment) => {
  let count = 0;
  const newId = (): string => `new${++count}`;
  return applyReversibly(
    document,
    paste(document, fragment, { by: { x: 0, y: 0 }, newId }).operation,
  );
};

const names = 'ABCDEFGH'.split('');
const anyLine = fc.oneof(
  fc.constantFrom(...names),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)).map(([a, b]) => `${a} -> ${b}: x`),
  fc.constantFrom('boundary: Zone {', 'boundary: Inner {', '}', '[Store]', '(Person)', 'note: N'),
);
const anyText = fc.array(anyLine, { maxLength: 25 }).map((lines) => lines.join('\n'));

describe('a drawing made of text', () => {
  it('reads from left to right, with elements without flows below', () => {
    const { nodes } = drawn('Alone\nBrowser -> Web app\nWeb app -> Orders\nOrders -> Web app');
    const at = Object.fromEntries(nodes.map(({ data, position }) => [data.label, position]));
    expect(at['Browser']?.x).toBeLessThan(at['Web app']?.x ?? 0);
    expect(at['Web app']?.x).toBeLessThan(at['Orders']?.x ?? 0);
    expect(at['Alone']?.y).toBeGreaterThan(at['Browser']?.y ?? 0);
  });

  it('has no overlaps, and boundaries contain their elements', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const fragment: CanvasDocument = drawn(text);
        const { nodes } = fragment;
        const outside = nodes.filter((node) => {
          const parent = nodeById(fragment, node.parentId);
          return parent && !holdsBox(boxOf(fragment, parent), boxOf(fragment, node));
        });
        const overlapping = nodes.filter((node, at) =>
          nodes
            .slice(at + 1)
            .filter((other) => other.parentId === node.parentId)
            .some((other) => overlap(boxOf(fragment, node), boxOf(fragment, other))),
        );
        expect({ outside, overlapping }).toEqual({ outside: [], overlapping: [] });
      }),
    );
  });

  it('uses existing elements of the same name, and creates only the others', () => {
    const once = pasted(emptyDocument, drawn('Web app -> [Orders]: save')).document;
    const { nodes, edges } = drawn('Web app -> Orders: save\nOrders -> Mail', once);
    expect(nodes.map(({ data }) => data.label)).toEqual(['Mail']);
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      [once.nodes.find(({ data }) => data.label === 'Orders')?.id, nodes[0]?.id],
    ]);
    expect(drawn('Web app -> Orders: save', once)).toEqual({ nodes: [], edges: [] });
  });

  it('leaves any canvas valid when it is pasted, and can be undone', () => {
    fc.assert(
      fc.property(anyCanvas, anyText, (document, text) => {
        const after = pasted(document, drawn(text, document));
        expect(faultsOf(after.document)).toEqual(faultsOf(document));
        expect(applyReversibly(after.document, after.inverse).document).toEqual(document);
      }),
    );
  });
});
