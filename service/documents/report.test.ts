import { expect, test } from 'vitest';
import { makeReport } from './report.ts';
import { readPdf } from './testing/read-pdf.ts';
import { component, report, threat } from './testing/sample-report.ts';

const pdfOf = async (content: ReturnType<typeof report>) =>
  await readPdf(await makeReport(content));
const pagesOf = async (content: ReturnType<typeof report>) => (await pdfOf(content)).pages;

const textOf = async (content: ReturnType<typeof report>): Promise<string> =>
  (await pagesOf(content)).map(({ text }) => text).join('\n');

test('has the model, its threats, mitigations, and comments', async () => {
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
    'March 3, 2026',
    'Where people buy.',
    'Internet-facing',
    'Process',
    'T-1',
    'Stolen passwords are tried',
    'High',
    'Open',
    'Penetration test',
    'Planned',
    'Limit attempts',
    'Ten an hour.',
    'Support calls.',
    'A growing delay.',
    'Grace Hopper',
    'It is live.',
    '1 of 1 open',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('Explanation');
});

test('every page has its number and the total', async () => {
  const pages = await pagesOf(report());
  for (const [index, { text }] of pages.entries()) {
    expect(text).toContain(`${index + 1} of ${pages.length}`);
  }
});

test('the table of contents names the page of each component', async () => {
  const pages = await pagesOf(report());
  const start = pages.findIndex(({ text }) => text.includes('3.1 Web shopProcess')) + 1;
  expect(start).toBeGreaterThan(3);
  expect(pages[1]?.text).toContain(`3.1 Web shop ${start}`);
});

test('it is tagged, and has a title and bookmarks down to the threats', async () => {
  const pdf = await pdfOf(report());
  expect(pdf).toMatchObject({ isTagged: true, title: 'Payments' });
  expect(pdf.bookmarks).toEqual([
    'Contents',
    '1 Summary',
    '2 Diagrams',
    '  2.1 Checkout',
    '3 Threats by component',
    '  3.1 Web shop',
    '    Stolen passwords are tried',
    '4 Threat register',
    '5 Data flows',
    '6 Trust boundaries',
    '7 Planned mitigations',
    '8 Assumptions and scope',
    '9 Change history',
  ]);
  expect([...pdf.roles]).toEqual(
    expect.arrayContaining(['H1', 'H2', 'H3', 'P', 'Table', 'TH', 'TD', 'Figure', 'Link']),
  );
});

test('describes the protection and crossings of flows, and the contents of boundaries', async () => {
  const at = (x: number, y: number) => ({ position: { x, y }, width: 150, height: 64 });
  const document = {
    nodes: [
      {
        id: 'zone',
        type: 'trustBoundaryNode',
        ...at(0, 0),
        width: 300,
        height: 200,
        data: { label: 'DMZ' },
      },
      {
        id: 'web',
        type: 'processNode',
        ...at(50, 50),
        parentId: 'zone',
        data: { label: 'Portal' },
      },
      {
        id: 'db',
        type: 'dataStoreNode',
        ...at(600, 50),
        data: { label: 'Ledger', outOfScope: true },
      },
      { id: 'note', type: 'noteNode', ...at(600, 250), data: { label: 'The network is trusted.' } },
    ],
    edges: [
      {
        id: 'f',
        source: 'web',
        target: 'db',
        data: {
          label: 'Bookings',
          protocol: 'TLS',
          encrypted: true,
          dataClassification: 'confidential',
        },
      },
    ],
  };
  const text = await textOf(report({ canvases: [{ id: 'c', title: 'Books', document }] }));
  expect(text).toContain('Bookings Portal → Ledger TLS Confidential Encrypted DMZ');
  expect(text).toContain('DMZ Portal 0 in, 1 out');
  for (const part of ['The network is trusted.', 'Out of scope']) expect(text).toContain(part);
});

test('a table lists planned mitigations, and the history lists additions', async () => {
  const mitigation = {
    definition: '',
    consideration: null,
    explanation: null,
    example: null,
    question: null,
  };
  const text = await textOf(
    report({
      components: [
        component({
          threats: [
            threat({
              mitigations: [
                { ...mitigation, title: 'Limit attempts', status: 'will' },
                { ...mitigation, title: 'Lock accounts', status: 'done' },
              ],
            }),
          ],
        }),
      ],
      history: [
        { kind: 'version', at: '2026-03-02', title: 'Reviewed', canvas: 'Checkout' },
        { kind: 'added', at: '2026-03-01', records: 'threat', count: 3 },
      ],
    }),
  );
  expect(text).toMatch(/Limit attempts T-1 Stolen passwords\s*are tried/);
  expect(text).not.toContain('Lock accounts T-1');
  expect(text).toContain('Version “Reviewed” of Checkout');
  expect(text).toContain('3 threats added');
});

test('HTML is formatted, and all other tags stay as text', async () => {
  const html =
    '<p>Check the <b>ticket</b> in a <span>List<T></span>.</p><ul><li>First</li></ul>' +
    '<p>Try <script>alert(1)</script></p><a href="https://example.org/th">more</a>';
  const plain = 'A product review with <script> runs in <i> of List<T>.';
  const title = 'Stored XSS: <a href="javascript:x()">link</a> and <br>';
  const text = await textOf(
    report({
      components: [
        component({
          threats: [threat({ description: html }), threat({ title, description: plain })],
        }),
      ],
    }),
  );
  expect(text).toContain('Check the ticket in a List<T>.');
  expect(text).toContain('• First');
  expect(text).toContain('Try <script>alert(1)</script>');
  expect(text).toContain('more (https://example.org/th)');
  expect(text).not.toMatch(/<b>|<li>|<span>/);
  expect(text).toContain(plain);
  expect(text).toContain(title);
});

test('HTML that is nested too deeply is formatted without its inner tags', async () => {
  const description = `${'<ul><li>'.repeat(12_000)}The core`;
  const text = await textOf(
    report({ components: [component({ description: `${description}</li>` })] }),
  );
  expect(text).toContain('The core');
});

test('has the references of a threat, and who accepted it, why, and until when', async () => {
  const acceptance = {
    status: 'accepted',
    acceptedReason: 'The shop closes in May.',
    acceptedBy: 'Grace Hopper',
    acceptedUntil: '2026-05-31T00:00:00Z',
  };
  const threats = [
    threat({ ...acceptance, references: ['CWE-307', 'CAPEC-49'] }),
    threat({ ...acceptance, status: 'open', acceptedReason: 'It was rare.' }),
  ];
  const text = await textOf(report({ components: [component({ threats })] }));
  expect(text).toMatch(/References\s*CWE-307, CAPEC-49/);
  expect(text).toMatch(/Accepted by\s*Grace Hopper/);
  expect(text).toMatch(/Accepted until\s*May 31, 2026/);
  expect(text.split('The shop closes in May.')).toHaveLength(3);
  expect(text).not.toContain('It was rare.');
});

test('says how many risks and boundaries it does not list', async () => {
  const threats = Array.from({ length: 203 }, () => threat({ status: 'accepted' }));
  const boundary = { type: 'trustBoundaryNode', position: { x: 0, y: 0 }, width: 90, height: 90 };
  const nodes = Array.from({ length: 302 }, (_, index) => ({
    ...boundary,
    id: `${index}`,
    data: { label: 'Zone' },
  }));
  const text = await textOf(
    report({
      components: [component({ threats })],
      canvases: [{ id: 'c', title: '', document: { nodes, edges: [] } }],
    }),
  );
  expect(text).toContain('and 3 more');
  expect(text).toContain('and 2 more');
});

test('tells long IDs apart, also in narrow columns', async () => {
  const ids = ['1', '2'].map((end) => `8c7f0a52-4b1e-4c7d-9a51-0d2f3b6c8e4${end}`);
  const threats = ids.map((refId) => threat({ refId }));
  const text = await textOf(report({ components: [component({ threats })] }));
  for (const id of ids) expect(text.replaceAll(/[\s\u200b]+/g, '').split(id)).toHaveLength(4);
});

test('has a classification, a footer, and a logo if they are set', async () => {
  const logo = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>',
  );
  const appearance = { classification: 'Confidential', footer: 'Example Security Ltd', logo };
  for (const { text } of await pagesOf(report({ appearance }))) {
    expect(text).toContain('Confidential');
    expect(text).toContain('Example Security Ltd');
  }
  const odd = await pagesOf(
    report({ appearance: { ...appearance, logo: new Uint8Array([1, 2, 3]) } }),
  );
  expect(odd.length).toBeGreaterThan(2);
});

test('says so if there is nothing to report', async () => {
  const none = await textOf(
    report({
      canvases: [{ id: 'c', title: '', document: { nodes: [], edges: [] } }],
      components: [],
    }),
  );
  expect(none).toContain('No threats have been recorded');
  expect(none).toContain('This canvas is empty.');
});

test('has the same bytes for the same content', async () => {
  const [one, other] = [await makeReport(report()), await makeReport(report())];
  expect(Buffer.compare(one, other)).toBe(0);
  expect(Buffer.from(one).toString('latin1')).toContain('(D:20260303100000');
});

test('contains names in every script', async () => {
  const names = ['Ελλάδα', 'Магазин', '网店', '注文サービス', '한국어', 'ไทย'];
  const text = await textOf(report({ components: names.map((title) => component({ title })) }));
  for (const name of names) expect(text).toContain(name);
  expect(text).not.toContain('\ufffd');
});

test('right-to-left words are in the right order', async () => {
  const text = await textOf(report({ components: [component({ title: 'שלום עולם' })] }));
  // The text of a PDF has the words from left to right, so the last word of the title comes first.
  expect(text).toContain('עולם שלום');
});

test('a character without a font is marked', async () => {
  expect(await textOf(report({ components: [component({ title: 'a\u{13000}b' })] }))).toContain(
    'a\ufffdb',
  );
});

test('is not broken by endless words, control characters, half characters, or markup', async () => {
  const long = 'x'.repeat(20_000);
  const broken = 'a\u0000b\u001b[1m\ud800\udc00 \udc00\uffff\u202e';
  const markup = '#panic("x") $x^2$ *b* <t-0-0> @ref // \\u{41} `raw` = heading';
  const pages = await pagesOf(
    report({
      components: [
        component({ title: long, description: long, attributes: [long, broken] }),
        component({
          title: broken,
          threats: [threat({ title: '', refId: long, description: '' })],
        }),
        component({ title: 'ש'.repeat(5000), threats: [threat({ title: '中'.repeat(5000) })] }),
        component({ title: markup, threats: [threat({ description: long.repeat(3) })] }),
      ],
    }),
  );
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.map(({ text }) => text).join('')).toContain('#panic("x") $x^2$ *b* <t-0-0>');
});

test('a wide drawing fits its page, and continues in parts if it is not legible there', async () => {
  const row = (length: number) =>
    Array.from({ length }, (_, index) => ({
      id: `${index}`,
      type: 'processNode',
      position: { x: index * 250, y: 0 },
      data: { label: `Step ${index}` },
    }));
  const pagesWith = async (length: number) =>
    await pagesOf(
      report({
        canvases: [{ id: 'c', title: 'Row', document: { nodes: row(length), edges: [] } }],
      }),
    );
  const lying = <Page extends { width: number; height: number }>(pages: Page[]) =>
    pages.filter(({ width, height }) => width > height);
  expect(lying(await pagesWith(1))).toHaveLength(0);
  expect(lying(await pagesWith(5))).toHaveLength(1);
  const inParts = lying(await pagesWith(40));
  expect(inParts.length).toBeGreaterThan(3);
  expect(inParts.at(-1)?.text).toContain('Step 39');
});

test('comments and long threats are not separated from their titles', async () => {
  const threats = Array.from({ length: 30 }, (_, index) =>
    threat({
      refId: `T-${index}`,
      title: `Title ${index}.`,
      description: `Text ${index}. `.repeat(30),
    }),
  );
  for (const { text } of await pagesOf(report({ components: [component({ threats })] }))) {
    for (const [, index = ''] of text.matchAll(/T-\d+ ?Title (\d+)\.(?! Web)/gu)) {
      expect(text).toContain(`Text ${index}.`);
    }
  }
});
