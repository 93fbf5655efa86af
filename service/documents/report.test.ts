import { expect, test } from 'vitest';
import { makeReport } from './report.ts';
import { readPdf } from './testing/read-pdf.ts';
import { component, report, threat } from './testing/sample-report.ts';

const textOf = async (content: ReturnType<typeof report>): Promise<string> =>
  readPdf(await makeReport(content))
    .map(({ text }) => text)
    .join('\n');

test('says what the model is, and what was found, done and said', async () => {
  const text = await textOf(
    report({
      components: [
        component({
          description: 'Where people buy.',
          attributes: ['Internet-facing'],
          threats: [
            threat({
              source: 'Penetration test',
              mitigations: [
                {
                  title: 'Limit attempts',
                  definition: 'Ten an hour.',
                  consideration: 'Support calls.',
                  explanation: null,
                  example: 'A growing delay.',
                  question: null,
                  status: 'will',
                },
              ],
              comments: [
                { author: 'Grace Hopper', createdAt: '2026-02-01T00:00:00Z', text: 'It is live.' },
              ],
            }),
          ],
        }),
      ],
    }),
  );
  for (const part of [
    'Payments',
    'Shop platform',
    'Ada Lovelace',
    '3 March 2026',
    'Where people buy.',
    'Internet-facing',
    'Process',
    'T-1',
    'Stolen passwords are tried',
    'High',
    'Open',
    'Penetration test',
    'Queued for action',
    'Limit attempts',
    'Ten an hour.',
    'Support calls.',
    'A growing delay.',
    'Grace Hopper',
    'It is live.',
    '1 open of 1',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('Explanation');
});

test('every page says which one of how many it is', async () => {
  const pages = readPdf(await makeReport(report()));
  for (const [index, { text }] of pages.entries()) {
    expect(text).toContain(`${index + 1} of ${pages.length}`);
  }
});

test('the contents name the page on which a component begins', async () => {
  const pages = readPdf(await makeReport(report()));
  const page = pages.findIndex(({ text }) => text.startsWith('1Web shop')) + 1;
  expect(page).toBeGreaterThan(2);
  expect(pages[1]?.text).toContain(`Web shop1 open threat${page}`);
});

test('says so where there is nothing', async () => {
  const none = await textOf(
    report({ canvas: { title: '', document: { nodes: [], edges: [] } }, components: [] }),
  );
  expect(none).toContain('No threats have been recorded');
  expect(none).toContain('This canvas is empty.');
  expect(await textOf(report({ components: [component()] }))).toContain(
    'No threats were found on this component.',
  );
});

test('is the same to the byte for the same content', async () => {
  const [one, other] = [await makeReport(report()), await makeReport(report())];
  expect(Buffer.compare(one, other)).toBe(0);
  expect(Buffer.from(one).toString('latin1')).toContain('(D:20260303100000Z)');
});

test('names of every script are there', async () => {
  const names = ['Ελλάδα', 'Магазин', '网店', '注文サービス', '한국어', 'ไทย'];
  const text = await textOf(report({ components: names.map((title) => component({ title })) }));
  for (const name of names) expect(text).toContain(name);
  expect(text).not.toContain('\ufffd');
});

test('words from right to left stand in their order, the first one at the right', async () => {
  const text = await textOf(report({ components: [component({ title: 'שלום עולם' })] }));
  const reversed = (word: string): string => Array.from(word).toReversed().join('');
  expect(text).toContain(`${reversed('עולם')} ${reversed('שלום')}`);
});

test('a character without a font is seen to be missing', async () => {
  expect(await textOf(report({ components: [component({ title: 'a\u{13000}b' })] }))).toContain(
    'a\ufffdb',
  );
});

test('no text breaks it: words without end, controls, halves of characters', async () => {
  const long = 'x'.repeat(20_000);
  const broken = 'a\u0000b\u001b[1m\ud800\udc00 \udc00\uffff\u202e';
  const pages = readPdf(
    await makeReport(
      report({
        components: [
          component({ title: long, description: long, attributes: [long, broken] }),
          component({
            title: broken,
            threats: [threat({ title: '', refId: long, description: '' })],
          }),
          component({ title: 'ש'.repeat(5000), threats: [threat({ title: '中'.repeat(5000) })] }),
        ],
      }),
    ),
  );
  expect(pages.length).toBeGreaterThan(5);
});

test('a wide drawing lies on its page, and one that cannot be read there follows in parts', async () => {
  const row = (length: number) =>
    Array.from({ length }, (_, index) => ({
      id: `${index}`,
      type: 'processNode',
      position: { x: index * 250, y: 0 },
      data: { label: `Step ${index}` },
    }));
  const pagesOf = async (length: number) =>
    readPdf(
      await makeReport(
        report({ canvas: { title: 'Row', document: { nodes: row(length), edges: [] } } }),
      ),
    );
  const lying = (pages: { width: number; height: number }[]) =>
    pages.filter(({ width, height }) => width > height).length;
  expect(lying(await pagesOf(1))).toBe(0);
  expect(lying(await pagesOf(5))).toBe(1);
  const inParts = await pagesOf(40);
  expect(lying(inParts)).toBeGreaterThan(3);
  expect(inParts.at(-2)?.text).toContain('Step 39');
  expect(inParts.at(-1)?.width).toBeLessThan(600);
});
