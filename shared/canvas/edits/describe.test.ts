import { expect, it } from 'vitest';
import type { CanvasDocument } from '../document.ts';
import { describe } from './describe.ts';

const position = { x: 0, y: 0 };
const document: CanvasDocument = {
  nodes: [
    { id: 'store', type: 'dataStoreNode', position, data: { encryptedAtRest: true } },
    { id: 'note', type: 'noteNode', position, data: {} },
  ],
  edges: [{ id: 'flow', source: 'store', target: 'store', data: { encrypted: true } }],
};
const ids = ['store', 'note', 'flow', 'missing'];

it('sets a property of the elements that have it', () => {
  expect(describe(document, ids, 'encryptedAtRest', false)).toEqual([
    { kind: 'setNode', id: 'store', data: { encryptedAtRest: false } },
  ]);
  expect(describe(document, ids, 'encrypted', false)).toEqual([
    { kind: 'setEdge', id: 'flow', data: { encrypted: false } },
  ]);
});

it('removes the key of a property that becomes unknown', () => {
  expect(describe(document, ids, 'encryptedAtRest', undefined)).toEqual([
    { kind: 'setNode', id: 'store', unsetData: ['encryptedAtRest'] },
  ]);
  expect(describe(document, ids, 'encrypted', undefined)).toEqual([
    { kind: 'setEdge', id: 'flow', unsetData: ['encrypted'] },
  ]);
});

it('changes nothing if the elements have the value already', () => {
  expect(describe(document, ids, 'encryptedAtRest', true)).toEqual([]);
  expect(describe(document, ids, 'encrypted', true)).toEqual([]);
  expect(describe(document, ['note', 'missing'], 'encrypted', undefined)).toEqual([]);
});
