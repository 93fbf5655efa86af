import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import mammoth from 'mammoth';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { ReportFormat } from '#shared/exports/export-formats.ts';
import {
  hostileTexts,
  plainTexts,
  smallModel,
  type Texts,
} from '#shared/exports/testing/small-model.ts';
import { recordsOf } from '#shared/report/records-of.ts';
import { plainAppearance } from '#shared/report/report-content.ts';
import { makeDocument } from './make-document.ts';

const reportIn = async (format: ReportFormat, texts: Texts = plainTexts) =>
  await makeDocument('report', {
    records: recordsOf(smallModel(texts), '2026-03-03T10:00:00Z'),
    choice: {
      canvasIds: null,
      comments: true,
      appearance: { ...plainAppearance, footer: texts.owner },
    },
    format,
  });

const bare = (text: string): string =>
  text.toWellFormed().replaceAll(/[\s\p{Cc}\p{Cf}\u200b\ufffd\ufffe\uffff]+/gu, '');

const start = (text: string): string => bare(text).slice(0, 300);

type Found = { name: string; attributes: Record<string, string> };

/** Returns the elements and the text of an HTML document. */
const read = (html: string): { elements: Found[]; text: string } => {
  const elements: Found[] = [];
  const texts: string[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>['children']): void => {
    for (const node of nodes) {
      if ('data' in node && node.nodeType === 3) texts.push(node.data);
      if ('attribs' in node) {
        elements.push({ name: node.name, attributes: node.attribs });
        if (node.name !== 'style') walk(node.children);
      }
    }
  };
  walk(parseDocument(html).children);
  return { elements, text: texts.join('') };
};

const html = async (texts?: Texts): Promise<string> =>
  new TextDecoder().decode(await reportIn('html', texts));

test('an HTML report has every section, and loads and runs nothing', async () => {
  const { elements, text } = read(await html());
  for (const part of [
    'Web shop',
    'SQL injection',
    'Input becomes a query.',
    'Use parameters',
    'Only in Europe',
    'March 3, 2026',
    'Web app',
  ]) {
    expect(text).toContain(part);
  }
  const targets = new Set(elements.map(({ attributes: { id } }) => id));
  const links = elements.flatMap(({ attributes: { href } }) => href ?? []);
  expect(links.length).toBeGreaterThan(9);
  for (const link of links) expect(targets).toContain(link.slice(1));
  const images = elements.filter(({ name }) => name === 'img');
  expect(images.map(({ attributes: { alt } }) => alt)).toEqual(['Data flow diagram “Overview”']);
  for (const { attributes } of images) expect(attributes['src']).toMatch(/^data:image\/svg\+xml;/);
  const names = new Set(elements.map(({ name }) => name));
  for (const name of ['script', 'iframe', 'object', 'link', 'form'])
    expect(names).not.toContain(name);
});

test('hostile texts stay text in HTML', async () => {
  const plain = read(await html()).elements;
  const allowed = new Set([...plain.map(({ name }) => name), 'br', 'code', 'em', 'strong', 'b']);
  await fc.assert(
    fc.asyncProperty(hostileTexts, async (texts) => {
      const { elements, text } = read(await html(texts));
      expect(elements.map(({ name }) => name).filter((name) => !allowed.has(name))).toEqual([]);
      for (const { attributes } of elements) {
        expect(Object.keys(attributes).filter((name) => name.startsWith('on'))).toEqual([]);
        expect(attributes['href'] ?? '#').toMatch(/^#/);
      }
      expect(bare(text)).toContain(start(texts.process));
    }),
    { numRuns: 12, seed: 18 },
  );
});

test('a Word report has its headings, tables, and picture', async () => {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(await reportIn('docx')) });
  const { elements, text } = read(value);
  for (const part of ['Web shop', 'SQL injection', 'Use parameters', 'Threat register', 'Orders']) {
    expect(text).toContain(part);
  }
  const count = (wanted: string): number => elements.filter(({ name }) => name === wanted).length;
  expect(count('h1')).toBeGreaterThan(8);
  expect(count('table')).toBeGreaterThan(4);
  expect(elements.find(({ name }) => name === 'img')?.attributes['src']).toMatch(
    /^data:image\/png;base64,iVBOR/,
  );
});

test('a Word report has the lines of preformatted text', async () => {
  const texts = {
    ...plainTexts,
    threatText: '<p>Run:</p><pre>curl \\\n  -X POST\n\n  /login</pre>',
  };
  const { value } = await mammoth.convertToHtml({
    buffer: Buffer.from(await reportIn('docx', texts)),
  });
  expect(value).toContain('curl \\<br />  -X POST<br /><br />  /login</p>');
});

test('hostile texts stay text in Word and Excel', async () => {
  await fc.assert(
    fc.asyncProperty(hostileTexts, async (texts) => {
      const buffer = Buffer.from(await reportIn('docx', texts));
      const { value } = await mammoth.extractRawText({ buffer });
      expect(bare(value)).toContain(start(texts.process));
      const rows = await rowsIn(texts);
      expect(rows).toHaveLength(6);
      for (const row of rows) expect(row).toHaveLength(19);
      const cell = String(rows[1]?.[1] ?? '');
      expect(start(cell)).toBe(start(texts.threat));
    }),
    { numRuns: 12, seed: 18 },
  );
});

test('a text that is too long for Excel ends with an ellipsis', async () => {
  const [, first] = await rowsIn({ ...plainTexts, threatText: 'x'.repeat(40_000) });
  expect(first?.[2]).toBe(`${'x'.repeat(32_766)}…`);
});

const rowsIn = async (texts: Texts = plainTexts) => {
  const { content } = await makeDocument('file', { model: smallModel(texts), format: 'xlsx' });
  const [sheet] = await readXlsx(Buffer.from(content));
  return sheet?.data ?? [];
};

test('an Excel register has a row for each threat, and no formula', async () => {
  const [head, first] = await rowsIn();
  expect(head?.slice(0, 4)).toEqual(['ID', 'Threat', 'Description', 'Element']);
  expect(first).toEqual([
    't-1',
    'SQL injection',
    'Input becomes a query.',
    'Web app',
    'Process',
    'Overview',
    'Critical',
    'Open',
    'Tampering',
    'CWE-89',
    'High',
    null,
    'Ada',
    '2026-12-24',
    'Use parameters (Planned)',
    null,
    null,
    null,
    null,
  ]);
});
