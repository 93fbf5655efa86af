import { expect, it } from 'vitest';
import { readOtm } from '../otm/read-otm.ts';
import { computeLayout } from './compute-layout.ts';
import { scoreOf } from './drawing-score.ts';
import { layOutUnplaced } from './lay-out-unplaced.ts';

const names = ['Browser', 'Storefront', 'Order service', 'Order database', 'Payment gateway'];
const flows = [
  [0, 1],
  [1, 0],
  [1, 2],
  [2, 3],
  [2, 4],
  [1, 4],
  [0, 4],
];

const file = (position: object): string =>
  JSON.stringify({
    otmVersion: '0.2.0',
    project: { id: 'p', name: 'P' },
    representations: [{ id: 'd', name: 'D', type: 'diagram', size: { width: 100, height: 100 } }],
    trustZones: [{ id: 'z', name: 'Cloud', risk: { trustRating: 10 } }],
    components: names.map((name, at) => ({
      id: `c${at}`,
      name,
      type: 'service',
      parent: { trustZone: 'z' },
      representations: [{ id: `e${at}`, representation: 'd', ...position }],
    })),
    dataflows: flows.map(([source, destination], at) => ({
      id: `f${at}`,
      name: 'Orders',
      source: `c${source}`,
      destination: `c${destination}`,
    })),
  });

it('lays out a canvas without positions, so that everything is readable', async () => {
  const reading = await layOutUnplaced(readOtm(file({})), computeLayout);
  if (!reading.ok) throw new Error(reading.refusal.reason);
  const [document] = reading.models.flatMap(({ content }) => content.canvases).map((c) => c.data);
  if (!document) throw new Error('No canvas');
  expect(document.nodes).toHaveLength(6);
  expect(scoreOf(document)).toMatchObject({ through: 0, overlaps: 0, covered: 0, cramped: 0 });
});

it('does not change a canvas with a position', async () => {
  const read = readOtm(file({ position: { x: 10, y: 10 }, size: { width: 100, height: 50 } }));
  expect(await layOutUnplaced(read, computeLayout)).toEqual(read);
});
