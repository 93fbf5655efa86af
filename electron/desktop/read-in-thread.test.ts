import { expect, test } from 'vitest';
import { t } from '#shared/locales/texts.ts';
import { readInThread } from './read-in-thread.ts';

const worker = (code: string) => new URL(`data:text/javascript,${code}`);
const endless = worker('for (;;);');
const job = { bytes: new Uint8Array(), name: 'model.otm', wanted: 'report' } as const;
const refused = (reason: string) => ({ ok: false, place: '$', reason });

test('a file that takes too long is rejected with a message', async () => {
  const read = await readInThread(endless, job, undefined, { timeoutMs: 100 });
  expect(read).toEqual(refused(t('imports:refused.time')));
});

test('a file that takes too much memory is rejected with a message', async () => {
  const hungry = worker('const all = []; for (;;) all.push({})');
  const read = await readInThread(hungry, job, undefined, { maxMegabytes: 16 });
  expect(read).toEqual(refused(t('imports:refused.memory')));
});

test('reading stops when it is canceled, before it begins or while it runs', async () => {
  const canceled = new AbortController();
  const read = readInThread(endless, job, canceled.signal);
  canceled.abort();
  await expect(read).rejects.toThrow('canceled');
  await expect(readInThread(endless, job, canceled.signal)).rejects.toThrow('canceled');
});
