import { expect, test } from 'vitest';
import { listText } from './table-text.ts';

test('columns are as wide as what is in them', () => {
  const rows = [
    ['ann@example.org', 'Ann'],
    ['b@example.org', ''],
  ];
  expect(listText(['EMAIL', 'NAME'], rows, 'nobody').split('\n')).toEqual([
    'EMAIL            NAME',
    'ann@example.org  Ann',
    'b@example.org',
  ]);
  expect(listText(['EMAIL', 'NAME'], [], 'nobody')).toBe('nobody');
});

test('what somebody named a thing can do nothing to the terminal', () => {
  const text = listText(['NAME'], [['\u001B[2J\u202Eevil\nline']], 'nothing');
  expect(text).toBe('NAME\n\uFFFD[2J\uFFFDevil\uFFFDline');
});
