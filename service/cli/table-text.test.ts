import { expect, test } from 'vitest';
import { listText } from './table-text.ts';

test('columns are as wide as their content', () => {
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

test('a name chosen by a user cannot affect the terminal', () => {
  const text = listText(['NAME'], [['\u001B[2J\u202Eevil\nline']], 'nothing');
  expect(text).toBe('NAME\n\uFFFD[2J\uFFFDevil\uFFFDline');
});
