import { expect, it } from 'vitest';
import { kindOfText } from './clipboard-content.ts';

it.each([
  ['Web app\nOrders', 'lines'],
  ['Web app -> https://example.org', 'lines'],
  ['{not json}', 'lines'],
  ['  \n', 'nothing'],
  ['https://example.org/a?b ', 'link'],
  ['{"nodes": []}', 'json'],
  ['{"otmVersion": "0.2.0"}', 'otm'],
  ['# a model\notmVersion: 0.2.0\nproject:\n', 'otm'],
])('%j is %s', (text, kind) => {
  expect(kindOfText(text)).toBe(kind);
});
