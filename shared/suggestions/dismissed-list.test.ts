import { expect, test } from 'vitest';
import { dismissedSuggestions } from './dismissed-list.ts';
import { dismissedKey } from './dismissed.ts';

const threats = new Map([['sql-injection', { title: 'SQL injection' }]]);
const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`;

test('dismissed suggestions of all canvases are listed with reason, the newest first', () => {
  const data = {
    label: 'Shop',
    [dismissedKey('sql-injection')]: { reason: 'No database', at: at(1) },
    [dismissedKey('gone-threat')]: { reason: 'Covered', at: at(3) },
    [dismissedKey('broken')]: 'yes',
  };
  const flow = { [dismissedKey('sql-injection')]: { reason: 7, at: at(2) } };
  const canvases = [
    { id: 'c1', document: { nodes: [{ id: 'n', position: { x: 0, y: 0 }, data }], edges: [] } },
    {
      id: 'c2',
      document: { nodes: [], edges: [{ id: 'e', source: 'a', target: 'b', data: flow }] },
    },
  ];
  const found = dismissedSuggestions(canvases, threats);
  expect(
    found.map(({ canvasId, kind, element, title, reason }) => [
      canvasId,
      kind,
      element,
      title,
      reason,
    ]),
  ).toEqual([
    ['c1', 'node', 'Shop', 'gone-threat', 'Covered'],
    ['c2', 'edge', '', 'SQL injection', ''],
    ['c1', 'node', 'Shop', 'SQL injection', 'No database'],
  ]);
});
