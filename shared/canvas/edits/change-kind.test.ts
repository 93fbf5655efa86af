import { expect, test } from 'vitest';
import { applyReversibly } from '../apply.ts';
import type { CanvasDocument, CanvasNode } from '../document.ts';
import { changeKind } from './change-kind.ts';
import { setAttributes } from './set-attributes.ts';

const node = (id: string, type: string, data: CanvasNode['data'] = {}): CanvasNode => ({
  id,
  type,
  position: { x: 10, y: 20 },
  width: 200,
  height: 90,
  data,
});

const drawing: CanvasDocument = {
  nodes: [
    node('a', 'processNode', { label: 'Orders', componentId: 'c', holdsCredentials: true }),
    node('b', 'externalEntityNode', { attributes: ['Browser'] }),
    node('z', 'trustBoundaryNode'),
    node('n', 'noteNode'),
    node('x', 'queueOfAnotherTool'),
  ],
  edges: [{ id: 'f', source: 'a', target: 'b' }],
};

test('components change their kind and keep everything else, and undo restores the kind', () => {
  const operation = changeKind(drawing, ['a', 'b', 'z', 'n', 'x', 'gone'], 'dataStoreNode');
  const { document, inverse } = applyReversibly(drawing, operation);
  expect(document.nodes.map(({ type }) => type)).toEqual([
    'dataStoreNode',
    'dataStoreNode',
    'trustBoundaryNode',
    'noteNode',
    'dataStoreNode',
  ]);
  expect(document.nodes[0]).toEqual({ ...drawing.nodes[0], type: 'dataStoreNode' });
  expect(document.edges).toBe(drawing.edges);
  expect(applyReversibly(document, inverse).document).toEqual(drawing);
  expect(changeKind(document, ['a'], 'dataStoreNode')).toEqual([]);
});

test('adds attributes to several nodes without duplicates, and removes them from all', () => {
  const add = (attributes: readonly string[]) => [...attributes, 'Browser', 'Web app'];
  const { document } = applyReversibly(drawing, setAttributes(drawing, ['a', 'b', 'n'], add));
  expect(document.nodes.map(({ data }) => data.attributes)).toEqual([
    ['Browser', 'Web app'],
    ['Browser', 'Web app'],
    undefined,
    undefined,
    undefined,
  ]);
  const none = setAttributes(document, ['a', 'b'], () => []);
  expect(applyReversibly(document, none).document.nodes[1]?.data).toEqual({});
});
