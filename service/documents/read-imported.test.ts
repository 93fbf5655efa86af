import { expect, test } from 'vitest';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { readAhead, readImported, takeReading } from './read-imported.ts';

const fileOf = (name: string) => new TextEncoder().encode(largeModel(name, 3));

test('a file that was read ahead is not read again', async () => {
  const file = fileOf('Shop');
  await readAhead(file);
  expect(takeReading(file.slice())).toEqual(await readImported(file));
});

test('only the same bytes have the result, and only once', async () => {
  await readAhead(fileOf('Shop'));
  expect(takeReading(fileOf('Ship'))).toBeNull();
  await readAhead(fileOf('Shop'));
  await readAhead(fileOf('Ship'));
  expect(takeReading(fileOf('Shop'))).toBeNull();
  await readAhead(fileOf('Shop'));
  takeReading(fileOf('Shop'));
  expect(takeReading(fileOf('Shop'))).toBeNull();
});
