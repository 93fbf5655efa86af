import { expect, test } from 'vitest';
import { applyOperation } from '../canvas/apply.ts';
import type { CanvasDocument } from '../canvas/document.ts';
import { noThreatsIn, setNoThreats } from '../suggestions/no-threats.ts';
import type { ModelContent } from './content.ts';
import { readOtm } from './read-otm.ts';
import { stringifyOtm, writeOtm } from './write-otm.ts';

const read = (text: string): ModelContent => {
  const result = readOtm(new TextEncoder().encode(text));
  if (!result.ok || !result.models[0]) throw new Error('The file cannot be read');
  return result.models[0].content;
};

const box = { representation: 'd', position: { x: 0, y: 0 }, size: { width: 100, height: 60 } };
const shop = read(
  JSON.stringify({
    otmVersion: '0.2.0',
    project: { id: 'p', name: 'Shop' },
    representations: [{ id: 'd', name: 'Main', type: 'diagram' }],
    trustZones: [
      {
        id: 'dmz',
        name: 'DMZ',
        risk: { trustRating: 50 },
        representations: [{ ...box, id: 'dmz' }],
      },
    ],
    components: ['web', 'db'].map((id) => ({
      id,
      name: id,
      type: 'service',
      parent: { trustZone: 'dmz' },
      representations: [{ ...box, id }],
    })),
    dataflows: [{ id: 'f', name: 'reads', source: 'web', destination: 'db' }],
  }),
);

const recordsIn = ({ nodes, edges }: CanvasDocument) =>
  [...nodes, ...edges].map(({ id, data }) => [id, noThreatsIn(data)]);

test.each(['strict', 'service'] as const)(
  'the record of no threats, with name and time, is kept in a file of the dialect %s',
  (dialect) => {
    const record = { by: 'Ann Lee', at: '2026-11-23T10:00:00.000Z' };
    const canvases = shop.canvases.map((canvas) => ({
      ...canvas,
      data: applyOperation(canvas.data, setNoThreats(canvas.data, ['dmz', 'web', 'f'], record)),
    }));
    const text = stringifyOtm(writeOtm({ ...shop, canvases }, { dialect }));
    const again = read(text).canvases[0]?.data ?? { nodes: [], edges: [] };
    expect(recordsIn(again)).toEqual([
      ['dmz', record],
      ['web', record],
      ['db', null],
      ['f', record],
    ]);
  },
);
