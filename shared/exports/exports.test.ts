import fc from 'fast-check';
import { marked } from 'marked';
import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { fromCsv } from '../codex/csv.ts';
import { readForeign } from '../foreign/read-foreign.ts';
import { readModelFile } from '../foreign/read-model-file.ts';
import type { ModelContent } from '../otm/content.ts';
import { readOtm } from '../otm/read-otm.ts';
import { otmSchema } from '../otm/schema.ts';
import { exportText, textFormatNames, type TextFormatName } from './export-formats.ts';
import { exportNotice } from './export-notice.ts';
import { literalsOf } from './testing/cypher-tokens.ts';
import { hostileTexts, plainTexts, smallModel, type Texts } from './testing/small-model.ts';
import { wholeCollection } from './whole-collection.ts';

const written = async (format: TextFormatName, texts: Texts = plainTexts): Promise<string> =>
  await exportText(smallModel(texts), format);

const holds = async (check: (texts: Texts) => Promise<void>, numRuns = 60): Promise<void> =>
  await fc.assert(fc.asyncProperty(hostileTexts, check), { numRuns });

const readBack = async (format: TextFormatName, texts: Texts) => {
  const read = readForeign(await written(format, texts), 'x');
  if (!read?.ok) throw new Error(read ? read.refusal.reason : 'not recognized');
  return read.model;
};

/** Removes the spaces and control characters that an import may change. */
const lines = (text: string): string =>
  text.toWellFormed().replaceAll(/[\s\p{Cc}\uFFFD-\uFFFF]+/gu, '');

const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
};

/** Returns the small model with other content of its canvas. */
const drawing = (data: Partial<ModelContent['canvases'][number]['data']>): ModelContent => {
  const model = smallModel();
  const canvases = model.canvases.map((canvas) => ({
    ...canvas,
    data: { ...canvas.data, ...data },
  }));
  return { ...model, canvases };
};

test.each(textFormatNames)('%s is the same each time', async (format) => {
  expect(await written(format)).toBe(await written(format));
  expect(await written(format)).not.toBe('');
});

test('Mermaid can be imported again with the same names, kinds, parents, and flows', async () => {
  await holds(async (texts) => {
    const [canvas] = (await readBack('mermaid', texts)).canvases;
    expect(canvas?.elements.map(({ kind, name }) => [kind, lines(name)])).toEqual([
      ['trustBoundaryNode', lines(texts.boundary)],
      ['processNode', lines(texts.process)],
      ['dataStoreNode', lines(texts.store)],
      ['externalEntityNode', lines(texts.entity)],
      ['noteNode', lines(texts.note)],
    ]);
    expect(canvas?.elements.map(({ parent }) => parent)).toEqual([null, 'n1', 'n1', null, null]);
    expect(
      canvas?.flows.map(({ name, source, target }) => [lines(name), source.id, target.id]),
    ).toEqual([
      [lines(texts.flow), 'n4', 'n2'],
      ['', 'n2', 'n3'],
    ]);
    expect(canvas?.flows[1]?.data).toEqual({ bidirectional: true });
  });
});

test('a name that Mermaid would read as a direction is escaped and can be imported again', async () => {
  for (const direction of ['TB', 'BT', 'RL', 'LR', 'TD']) {
    const texts = { ...plainTexts, process: `In direction  ${direction}, slowly` };
    expect(await written('mermaid', texts)).not.toMatch(/direction\s+(?:TB|BT|RL|LR|TD)/);
    const [canvas] = (await readBack('mermaid', texts)).canvases;
    expect(canvas?.elements[1]?.name).toBe(`In direction ${direction}, slowly`);
  }
});

test('a name that Mermaid would format as Markdown is escaped and can be imported again', async () => {
  const texts = {
    ...plainTexts,
    boundary: '_internal_ queue',
    process: '__init__',
    store: '1) Login\n22) Reset',
    entity: '---',
    note: '- x_y',
  };
  const text = await written('mermaid', texts);
  for (const label of [
    '#95;internal#95; queue',
    '#95;#95;init#95;#95;',
    '#49;) Login<br/>#50;2) Reset',
    '#45;--',
    '#45; x_y',
  ]) {
    expect(text).toContain(`"${label}"`);
  }
  const [canvas] = (await readBack('mermaid', texts)).canvases;
  expect(canvas?.elements.map(({ name }) => name)).toEqual([
    texts.boundary,
    texts.process,
    texts.store,
    texts.entity,
    texts.note,
  ]);
});

test('draw.io can be imported again with the same names, kinds, boxes, and flows', async () => {
  await holds(async (texts) => {
    const [canvas] = (await readBack('drawio', texts)).canvases;
    const found = canvas?.elements.map(({ id, kind, name, parent }) => [
      id,
      kind,
      lines(name),
      parent,
    ]);
    expect(found).toEqual([
      ['boundary', 'trustBoundaryNode', lines(texts.boundary), undefined],
      ['process', 'processNode', lines(texts.process), 'boundary'],
      ['store', 'dataStoreNode', lines(texts.store), 'boundary'],
      ['entity', 'externalEntityNode', lines(texts.entity), undefined],
      ['note', 'noteNode', lines(texts.note), undefined],
    ]);
    expect(canvas?.elements[1]?.box).toEqual({ x: 240, y: 60, width: 150, height: 60 });
    expect(canvas?.flows.map(({ id, name, bends }) => [id, lines(name), bends])).toEqual([
      ['flow', lines(texts.flow), []],
      ['query', '', [{ x: 400, y: 90 }]],
    ]);
    expect(canvas?.flows[1]?.data).toEqual({ bidirectional: true, shape: 'stepped' });
  });
});

test('draw.io can be imported again with the same parents if boundaries overlap other shapes', async () => {
  const box = (id: string, type: string, size: number, parentId?: string) => ({
    id,
    type,
    position: { x: 0, y: 0 },
    width: size,
    height: size,
    data: {},
    ...(parentId !== undefined && { parentId }),
  });
  const nodes = [
    box('outer', 'trustBoundaryNode', 400),
    box('inner', 'trustBoundaryNode', 400, 'outer'),
    box('free', 'processNode', 60),
    box('child', 'processNode', 60, 'outer'),
  ];
  const text = await exportText(drawing({ nodes, edges: [] }), 'drawio');
  const reading = readModelFile(new TextEncoder().encode(text), 'x.drawio');
  const [model] = reading.ok ? reading.models : [];
  expect(model?.report.repairs).toEqual([]);
  expect(model?.content.canvases[0]?.data.nodes.map(({ id, parentId }) => [id, parentId])).toEqual(
    expect.arrayContaining([
      ['outer', undefined],
      ['inner', 'outer'],
      ['free', undefined],
      ['child', 'outer'],
    ]),
  );
});

test('a model without a canvas is an empty flowchart', async () => {
  const text = await exportText({ ...smallModel(), canvases: [] }, 'mermaid');
  expect(text).toMatch(/^flowchart LR\n(?: {2}classDef .+\n)+$/);
});

test('a model with several canvases is a Markdown file of flowcharts', async () => {
  const model = smallModel();
  const [canvas] = model.canvases;
  if (!canvas) throw new Error('no canvas');
  const two = { ...model, canvases: [canvas, { ...canvas, id: 'other', title: '```' }] };
  const read = readForeign(await exportText(two, 'mermaid'), 'x');
  expect(read?.ok === true && read.model.canvases.map(({ elements }) => elements.length)).toEqual([
    5, 5,
  ]);
});

test('a notice counts the flowcharts that are too large for Mermaid', async () => {
  const flows = (count: number): ModelContent =>
    drawing({
      edges: Array.from({ length: count }, (_, at) => ({
        id: `flow-${at}`,
        source: 'process',
        target: 'store',
      })),
    });
  expect(await exportNotice(flows(500), 'mermaid')).toBeNull();
  expect(await exportNotice(flows(501), 'drawio')).toBeNull();
  expect(await exportNotice(flows(501), 'mermaid')).toMatch(
    /^1 flowchart exceeds .*500 data flows, 50,000 characters/,
  );
  const processes = Array.from({ length: 1000 }, (_, at) => ({
    id: `process-${at}`,
    type: 'processNode',
    position: { x: 0, y: 0 },
    data: { label: `Order service (instance #${at})` },
  }));
  expect(await exportNotice(drawing({ nodes: processes, edges: [] }), 'mermaid')).not.toBeNull();
});

test('OTM in JSON and YAML follows the schema and can be read again', async () => {
  await holds(async (texts) => {
    for (const format of ['otm', 'otm-service', 'otm-yaml', 'otm-service-yaml'] as const) {
      const text = await written(format, texts);
      const document: unknown = format.endsWith('yaml') ? parseYaml(text) : JSON.parse(text);
      expect(otmSchema.safeParse(document).error).toBeUndefined();
      const read = readOtm(text);
      expect(read.ok && read.models[0]?.report.counts).toMatchObject({ canvases: 1, threats: 5 });
    }
  }, 15);
});

const misread = ['yes', 'Off', '<<', '=', '12:30', '1_000', '0b1', '017', '2026-11-28'];
const special = [
  'a\tb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  'a\u2029b',
  '\ufeffa',
  'a\ufffeb\uffff',
];

test.each([...misread, ...special, '2026-11-28T10:00:00Z'])(
  'readers of YAML 1.1 and 1.2 read %j as the same text',
  async (process) => {
    const text = await written('otm-yaml', { ...plainTexts, process });
    expect(text).not.toMatch(/[\t\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/);
    for (const version of ['1.1', '1.2'] as const) {
      expect(strings(parseYaml(text, { version }))).toContain(process);
    }
  },
);

test.each(['csv', 'jira'] as const)(
  '%s has no cell that a spreadsheet computes',
  async (format) => {
    await holds(async (texts) => {
      const text = await written(format, texts);
      const { data, errors } = papaparse.parse<string[]>(text, { skipEmptyLines: true });
      expect(errors).toEqual([]);
      const [head = [], ...rows] = data;
      expect(rows).toHaveLength(format === 'csv' ? 5 : 1);
      for (const row of rows) {
        expect(row).toHaveLength(head.length);
        for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }
      expect(text.endsWith('\r\n')).toBe(true);
    });
  },
);

test('CSV has no cell that a spreadsheet computes if it separates cells with semicolons', async () => {
  const texts = {
    ...plainTexts,
    threat: `x;=cmd|' /C calc'!A0;"=1+2";y`,
    threatText: 'First line\n=1+2;@SUM(A1)\n- item',
  };
  for (const format of ['csv', 'jira'] as const) {
    const { data } = papaparse.parse<string[]>(await written(format, texts), { delimiter: ';' });
    const computed = data.flat().filter((cell) => /^"*[=+\-@\t\r]/.test(cell));
    expect(computed.filter((cell) => !cell.startsWith('- item'))).toEqual([]);
  }
});

test.each([
  ['C:\\temp and CORP\\alice', 'C:\\temp and CORP\\alice'],
  ['\\\\server\\share', '\\\\server\\share'],
  ['\\\\server', '\\\u2060\\server'],
  ['a\\[b', 'a\\\u2060\\[b'],
  ['O(n) or (x), see (the docs)', 'O\\(n) or \\(x), see (the docs)'],
  ['# heading\n#1 * x', '\\# heading\n\\#1 \\* x'],
  ['h1. Title\nbq. quote', 'h1\u2060. Title\nbq\u2060. quote'],
  ['- item\n----', '\\- item\n\\-\\-\\-\\-'],
  ['-abc- and +def+ ??x??', '\\-abc\\- and \\+def\\+ \\??x\\??'],
  ['e-mail snake_case 2^3', 'e-mail snake_case 2^3'],
  ['Stop! !x.png! :) :-( :D', 'Stop! \\!x.png! :\\) :\\-\\( :\u2060D'],
  ['{code}[x|y]', '\\{code\\}\\[x\\|y\\]'],
  ['https://ex.org/a_b?c=*d*#-e- *f*', 'https://ex.org/a_b?c=*d*#-e- \\*f\\*'],
  ['https://ex.org/{code}', 'https://ex.org/\u2060\\{code\\}'],
])('Jira shows %j as it is', async (threatText, markup) => {
  const [, row = []] = fromCsv(await written('jira', { ...plainTexts, threatText }));
  expect(row[3]).toMatch(/^[^]*\n\nWeb app \(Process\), /);
  expect(row[3]?.split('\n\nWeb app')[0]).toBe(markup);
});

test('Jira gets at most 32,767 characters of a description, and a notice says so', async () => {
  const model = smallModel({ ...plainTexts, threatText: 'x'.repeat(40_000) });
  const [, row = []] = fromCsv(await exportText(model, 'jira'));
  expect(row[3]).toMatch(/^x{32766}…$/);
  for (const format of ['jira', 'xlsx'] as const) {
    expect(await exportNotice(smallModel(), format)).toBeNull();
    expect(await exportNotice(model, format)).toContain('longer than 32,767 characters');
  }
});

test('DefectDojo has line breaks and escapes that Python-Markdown reads', async () => {
  type Found = { findings: { description: string; mitigation: string }[] };
  const texts = {
    ...plainTexts,
    threatText: 'First *line*\nsecond ~/.ssh costs $5. a|b\n\n= New: paragraph\n1. <b>',
    mitigation: ': Use C:\\temp',
  };
  const { findings } = JSON.parse(await written('defectdojo', texts)) as Found;
  expect(findings[0]?.description).toBe(
    'First \\*line\\*\nsecond &#126;/.ssh costs &#36;5. a&#124;b\n\n&#61; New: paragraph\n' +
      '1\\. &lt;b&gt;\n\nWeb app, Overview, Web shop',
  );
  expect(findings[0]?.mitigation).toBe('&#58; Use C:\\\\temp (Planned)');
});

test.each([
  ['2026-11-28', '2026-11-28'],
  ['2026-11-28T23:30:00-11:00', '2026-11-29'],
  ['soon', ''],
  ['+012345-01-02T00:00:00.000Z', ''],
])('the due date %j is the day %j', async (due, day) => {
  const model = smallModel();
  const components = model.components.map((component) => ({
    ...component,
    threats: component.threats.map((threat) => ({ ...threat, due_date: due })),
  }));
  const [head = [], row = []] = fromCsv(await exportText({ ...model, components }, 'jira'));
  expect(row[head.indexOf('Due Date')]).toBe(day);
  const { findings } = JSON.parse(await exportText({ ...model, components }, 'defectdojo')) as {
    findings: { planned_remediation_date?: string }[];
  };
  expect(findings[0]?.planned_remediation_date ?? '').toBe(day);
});

test('DefectDojo has a title for a threat without one', async () => {
  const text = await written('defectdojo', { ...plainTexts, threat: ' \n' });
  const { findings } = JSON.parse(text) as { findings: { title: string }[] };
  expect(new Set(findings.map(({ title }) => title))).toEqual(new Set(['Untitled']));
});

test('DefectDojo has only texts that its database can store', async () => {
  const long = `${'x'.repeat(498)}😀`;
  const model = smallModel({
    ...plainTexts,
    process: long,
    category: long,
    threatText: 'a\0\ud800b',
  });
  const { findings } = JSON.parse(await exportText({ ...model, id: long }, 'defectdojo')) as {
    findings: Record<'component_name' | 'description' | 'unique_id_from_tool', string>[] &
      { tags: string[] }[];
  };
  const [first] = findings;
  expect(first?.description).toMatch(/^a\ufffdb\n/);
  expect(first?.component_name).toBe(long);
  expect(first?.unique_id_from_tool).toHaveLength(500);
  expect(first?.tags).toEqual(['x'.repeat(255)]);
});

test('the register has every text unchanged', async () => {
  await holds(async (texts) => {
    const [, first = []] = fromCsv(await written('csv', texts));
    for (const text of [texts.threat, texts.threatText, texts.process, texts.owner]) {
      expect(first).toContain(text);
    }
  });
});

test('Markdown has no markup besides that of the export', async () => {
  await holds(async (texts) => {
    const tokens = marked.lexer(await written('markdown', texts));
    const kinds = tokens.map(({ type }) => type).filter((type) => type !== 'space');
    expect(kinds).toEqual(['heading', 'table']);
    expect(tokens.find(({ type }) => type === 'table')).toMatchObject({ rows: { length: 5 } });
    const found = new Set<string>();
    void marked.walkTokens(tokens, ({ type, raw }) => {
      found.add(type === 'html' ? raw : type);
    });
    const allowed = new Set(['heading', 'table', 'text', 'escape', 'space', '<br>', 'br', 'link']);
    expect([...found].filter((type) => !allowed.has(type))).toEqual([]);
  });
});

test('SARIF, DefectDojo, arrows, APOC, and the graph are JSON with unchanged names', async () => {
  await holds(async (texts) => {
    const names = (format: TextFormatName) => async () =>
      strings(
        (await written(format, texts))
          .split(format === 'apoc' ? '\n' : '\0')
          .filter((line) => line !== '')
          .map((line): unknown => JSON.parse(line)),
      );
    for (const format of ['arrows', 'apoc', 'graph'] as const) {
      expect(await names(format)()).toEqual(expect.arrayContaining([texts.process, texts.flow]));
    }
    expect(await names('sarif')()).toContain(texts.process);
    expect(await names('defectdojo')()).toContain('t-1');
  });
});

test('arrows and APOC name the ends of every relationship', async () => {
  type Arrows = { nodes: { id: string }[]; relationships: { fromId: string; toId: string }[] };
  const arrows = JSON.parse(await written('arrows')) as Arrows;
  const ids = arrows.nodes.map(({ id }) => id);
  expect(ids).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
  for (const { fromId, toId } of arrows.relationships) {
    expect(ids).toEqual(expect.arrayContaining([fromId, toId]));
  }
  const rows = (await written('apoc'))
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(rows).toContainEqual({
    type: 'relationship',
    id: 'model/canvas/flow',
    label: 'DATAFLOW',
    properties: expect.objectContaining({ protocol: 'HTTPS', encrypted: true }),
    start: { id: 'model/canvas/entity', labels: ['ExternalEntity'] },
    end: { id: 'model/canvas/process', labels: ['Process'] },
  });
});

test('in a database, a model keeps its elements, and another model gets its own', async () => {
  const other = { ...smallModel(), id: 'other' };
  const script = await exportText(other, 'cypher');
  expect(script).toContain('MERGE (n:Element {id: row.id})\nSET n = row\nSET n:`Process`;');
  expect(script).toContain('MERGE (a)-[r:DATAFLOW {id: row.properties.id}]->(b)');
  expect(script).not.toContain('CREATE (');
  for (const format of ['cypher', 'apoc'] as const) {
    const [one, two] = [await written(format), await exportText(other, format)];
    expect(two).toBe(one.replaceAll('model/canvas/', 'other/canvas/'));
  }
});

test('Cypher has each name in one literal, and no additional statement', async () => {
  const plain = literalsOf(await written('cypher')).rest;
  await holds(async (texts) => {
    const { rest, values } = literalsOf(await written('cypher', texts));
    expect(rest).toBe(plain);
    const clean = texts.process.toWellFormed().replaceAll(/[^\P{Cc}\n\r\t\b\f]/gu, '\uFFFD');
    expect(values).toContain(clean);
  });
});

test('DefectDojo has the flags of each status, and SARIF its kinds', async () => {
  type Found = { findings: Record<string, unknown>[] };
  const { findings } = JSON.parse(await written('defectdojo')) as Found;
  expect(findings).toHaveLength(5);
  expect(findings[0]).toMatchObject({
    title: 'SQL injection',
    severity: 'Critical',
    active: true,
    cwe: 89,
    planned_remediation_date: '2026-12-24',
    tags: ['tampering'],
  });
  expect(
    findings.map(({ is_mitigated: mitigated, risk_accepted: taken, false_p: no }) =>
      [mitigated, taken, no].map(Number).join(''),
    ),
  ).toEqual(['000', '100', '001', '010', '010']);
  type Sarif = { runs: { results: { kind: string; level: string; suppressions?: object[] }[] }[] };
  const { runs } = JSON.parse(await written('sarif')) as Sarif;
  expect(
    runs[0]?.results.map(({ kind, level, suppressions }) => [kind, level, suppressions?.length]),
  ).toEqual([
    ['fail', 'error', 0],
    ['pass', 'none', 0],
    ['notApplicable', 'none', 0],
    ['fail', 'warning', 1],
    ['fail', 'note', 1],
  ]);
});

test('SARIF of a collection names the model of each threat, and tells the threats apart', async () => {
  type Result = {
    locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
    partialFingerprints: { primaryLocationLineHash: string };
  };
  const shop = smallModel();
  const bank = smallModel({ ...plainTexts, model: 'Bank' });
  const second = {
    ...bank,
    id: 'second',
    canvases: bank.canvases.map((canvas) => ({ ...canvas, id: 'second-canvas' })),
    components: bank.components.map((each) => ({ ...each, canvasId: 'second-canvas' })),
  };
  const collection = wholeCollection({ id: 'collection', title: 'All' }, [shop, second]);
  const { runs } = JSON.parse(await exportText(collection, 'sarif')) as {
    runs: { results: Result[] }[];
  };
  const found = runs[0]?.results.map(({ locations, partialFingerprints }) => ({
    uri: locations[0]?.physicalLocation.artifactLocation.uri,
    hash: partialFingerprints.primaryLocationLineHash,
  }));
  expect([...new Set(found?.map(({ uri }) => uri))]).toEqual(['Web%20shop.otm', 'Bank.otm']);
  expect(new Set(found?.map(({ uri, hash }) => `${uri} ${hash}`)).size).toBe(10);
});
