import { expect, it } from 'vitest';
import { applyOperation } from '../apply.ts';
import type { CanvasDocument } from '../document.ts';
import { nodeById } from '../lookup.ts';
import { setAttributes } from './set-attributes.ts';

const drawing: CanvasDocument = {
  nodes: [
    {
      id: 'web',
      type: 'processNode',
      position: { x: 0, y: 0 },
      data: { label: 'Web app', attributes: ['public'] },
    },
    { id: 'shop', type: 'storeNode', position: { x: 200, y: 0 }, data: { label: 'Orders' } },
    { id: 'note', type: 'noteNode', position: { x: 400, y: 0 }, data: { label: 'Note' } },
  ],
  edges: [],
};

const attributesAfter = (change: (before: readonly string[]) => readonly string[]) => {
  const after = applyOperation(
    drawing,
    setAttributes(drawing, ['web', 'shop', 'note', 'gone'], change),
  );
  return ['web', 'shop', 'note'].map((id) => nodeById(after, id)?.data.attributes);
};

it('adds an attribute once to each element, but not to notes', () => {
  expect(attributesAfter((before) => [...before, 'public'])).toEqual([
    ['public'],
    ['public'],
    undefined,
  ]);
});

it('removes the list with its last attribute', () => {
  expect(attributesAfter(() => [])).toEqual([undefined, undefined, undefined]);
});

it('changes only the elements whose attributes change', () => {
  const operation = setAttributes(drawing, ['web', 'shop', 'note', 'gone'], () => ['public']);
  expect(operation).toEqual([{ kind: 'setNode', id: 'shop', data: { attributes: ['public'] } }]);
});
