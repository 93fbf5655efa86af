import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [48_213, '48 kB'],
  [52_428_800, '52.4 MB'],
  [3_000_000_000, '3,000 MB'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(fileSize(bytes, 'en')).toBe(text);
});
