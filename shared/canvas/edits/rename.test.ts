import { describe, expect, it } from 'vitest';
import type { CanvasDocument } from '../document.ts';
import { rename, renameComponent } from './rename.ts';

const at = { x: 0, y: 0 };
const document: CanvasDocument = {
  nodes: [
    { id: 'shop', position: at, data: { label: 'Shop', componentId: 'c1' } },
    { id: 'shop again', position: at, data: { label: 'Shop', componentId: 'c1' } },
    { id: 'bank', position: at, data: { label: 'Bank', componentId: 'c2' } },
    { id: 'zone', position: at, data: { label: 'Zone' } },
    { id: 'other zone', position: at, data: { label: 'Zone' } },
  ],
  edges: [
    { id: 'pays', source: 'shop', target: 'bank', data: { label: 'pays', componentId: 'c3' } },
    { id: 'shown', source: 'shop', target: 'bank', data: { label: 'Shop', componentId: 'c1' } },
    { id: 'plain', source: 'bank', target: 'shop' },
  ],
};

describe('a new name', () => {
  it('is given to every node and flow with the same component', () => {
    const operation = [
      { kind: 'setNode', id: 'shop', data: { label: 'Store' } },
      { kind: 'setNode', id: 'shop again', data: { label: 'Store' } },
      { kind: 'setEdge', id: 'shown', data: { label: 'Store' } },
    ];
    expect(rename(document, 'shop', 'Store')).toEqual(operation);
    expect(rename(document, 'shown', 'Store')).toEqual(operation);
    expect(renameComponent(document, 'c1', 'Store')).toEqual(operation);
  });

  it('is given only to the element itself if it has no component', () => {
    expect(rename(document, 'zone', 'Office')).toEqual([
      { kind: 'setNode', id: 'zone', data: { label: 'Office' } },
    ]);
    expect(rename(document, 'plain', 'tells')).toEqual([
      { kind: 'setEdge', id: 'plain', data: { label: 'tells' } },
    ]);
  });

  it('changes no element that already has it', () => {
    expect(rename(document, 'bank', 'Bank')).toEqual([]);
    expect(renameComponent(document, 'c2', 'Bank')).toEqual([]);
  });

  it('changes nothing if the element or the component is missing', () => {
    expect(rename(document, 'missing', 'Shop')).toEqual([]);
    expect(renameComponent(document, 'missing', 'Shop')).toEqual([]);
  });
});
