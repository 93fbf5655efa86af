import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentsInWorkers } from '../documents/documents-in-workers.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { meanwhile } from './meanwhile.ts';

let service: TestService;
let path: string;
beforeAll(async () => {
  service = await startTestService({ documents: documentsInWorkers({ longestMs: 1500 }) });
  const { id } = await service.owner.api.collections.create({ title: 'Imports' });
  path = `/threat-models/otm/${id}`;
});
afterAll(async () => {
  await service.stop();
});

const head = 'otmVersion: 0.2.0\nproject: {name: P, id: p}\n';
const importing = async (raw: string) =>
  await service.owner.send('POST', path, {
    raw,
    headers: { 'content-type': 'application/yaml' },
  });
const writing = async () => await service.owner.api.collections.create({ title: 'Meanwhile' });

const manyKeys = Array.from({ length: 10_000 }, (_, at) => `k${at}: v`).join(', ');
const aliases = Array.from({ length: 95 }, () => '*m').join(', ');

test('a form with very many parts is refused before it is parsed', async () => {
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
  const answer = await service.owner.send('POST', path, {
    raw: `${part.repeat(100_000)}--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  const detail = 'the form has more than 20 parts';
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', detail } });
});

test('a file is refused at the first of half a million broken escapes', async () => {
  const answer = await importing(`${head}name: "${'\\q'.repeat(500_000)}"\n`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});

// The service needs more than a second to refuse each of these files, so the test has enough time to
// send other requests meanwhile.
test.each([
  ['aliases that multiply', `${head}tags: &m {${manyKeys}}\nattributes: [${aliases}]\n`],
  ['millions of empty objects', `[${'{},'.repeat(5_000_001)}{}]`],
  ['more than can be read in time', head + 'a: [b]\n'.repeat(200_000)],
])('others can write while a file is refused: %s', async (_, file) => {
  const { result, answered } = await meanwhile(importing(file), writing);
  expect(result).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(answered).toBeGreaterThan(0);
});
