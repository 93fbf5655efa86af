import { expect, it, vi } from 'vitest';
import { plainImage } from '#shared/drawing/image-options.ts';
import type { PrintAnswer } from '../shell/print-document.ts';
import { createStore } from '../store/store.ts';
import type { LocalDocuments } from './local-documents.ts';
import { createPrinting } from './printing.ts';

const never = new AbortController().signal;
const collectionId = '00000000-0000-4000-8000-000000000001';
const modelId = '00000000-0000-4000-8000-000000000002';
const canvasId = '00000000-0000-4000-8000-000000000003';

const create = (
  kind: 'collection' | 'threatModel' | 'canvas',
  id: string,
  parentId: string | null,
  title: string,
) => ({ op: 'create' as const, kind, id, parentId, values: { title } });

const printing = (print: (html: string) => Promise<PrintAnswer>) => {
  const store = createStore({ path: ':memory:' });
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [
      create('collection', collectionId, null, 'Shop'),
      create('threatModel', modelId, collectionId, 'Web shop'),
      create('canvas', canvasId, modelId, '"><script>'),
    ],
  });
  const report = vi.fn<LocalDocuments['report']>(() =>
    Promise.resolve(new TextEncoder().encode('<!doctype html>Report ü')),
  );
  const svg = vi.fn<LocalDocuments['svg']>(() => Promise.resolve('<svg>drawing</svg>'));
  const { prepare, run } = createPrinting({
    store,
    documents: { report, svg },
    options: {
      get: () => ({
        report: { format: 'pdf', comments: true, owner: 'Ada', classification: '', footer: '' },
        image: plainImage,
        logo: null,
        format: 'xlsx',
        kind: 'report',
      }),
    },
    print,
  });
  return { prepare, run, report, svg };
};

it('the printed document is that of the preview', async () => {
  const printed: string[] = [];
  const { prepare, run, report } = printing((html) => {
    printed.push(html);
    return Promise.resolve({ success: true, reason: '' });
  });
  const { handle, html } = await prepare({ kind: 'report', id: modelId }, never);
  expect(html).toBe('<!doctype html>Report ü');
  expect(report).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      id: modelId,
      canvasIds: null,
      owner: 'Ada',
      options: expect.objectContaining({ format: 'html', comments: true }),
    }),
    never,
  );
  expect(await run(handle)).toEqual({ result: 'printed' });
  const canvas = await prepare({ kind: 'canvas', id: canvasId }, never);
  expect(await run(canvas.handle)).toEqual({ result: 'printed' });
  expect(printed).toEqual([html, canvas.html]);
  await expect(run(handle)).rejects.toMatchObject({ code: 'NOT_PRINTED' });
});

it('a canvas is printed as its image, on a page without scripts and network', async () => {
  const { prepare } = printing(() => Promise.resolve({ success: true, reason: '' }));
  const { html } = await prepare({ kind: 'canvas', id: canvasId }, never);
  const [, image = ''] = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(html) ?? [];
  expect(Buffer.from(image, 'base64').toString()).toBe('<svg>drawing</svg>');
  expect(html).not.toContain('<script');
  expect(html).toContain(`default-src 'none'`);
});

it('a second document is rejected during a print job, and an error is reported', async () => {
  let finish: (answer: PrintAnswer) => void = () => {};
  const { prepare, run } = printing(
    async () =>
      await new Promise<PrintAnswer>((resolve) => {
        finish = resolve;
      }),
  );
  const { handle } = await prepare({ kind: 'report', id: modelId }, never);
  const first = run(handle);
  await expect(run(handle)).rejects.toMatchObject({ code: 'NOT_PRINTED' });
  finish({ success: false, reason: 'Print job canceled' });
  expect(await first).toEqual({ result: 'canceled' });

  const failing = printing(() => Promise.reject(new Error('The paper is empty')));
  const other = await failing.prepare({ kind: 'report', id: modelId }, never);
  const failed = { code: 'NOT_PRINTED', data: { detail: 'The paper is empty' } };
  await expect(failing.run(other.handle)).rejects.toMatchObject(failed);
  // A failed print does not block the next print. The second call fails with the same error, and not
  // because another document is being printed.
  await expect(failing.run(other.handle)).rejects.toMatchObject(failed);
});

it.each([
  ['no printers', 'No printer is set up'],
  ['No printers available on the network', 'No printer is set up'],
  ['Print job failed', 'Print job failed'],
  ['', 'The system didn’t say why.'],
])('after “%s”, the reason is “%s”', async (reason, detail) => {
  const { prepare, run } = printing(() => Promise.resolve({ success: false, reason }));
  const { handle } = await prepare({ kind: 'report', id: modelId }, never);
  await expect(run(handle)).rejects.toMatchObject({ code: 'NOT_PRINTED', data: { detail } });
});
