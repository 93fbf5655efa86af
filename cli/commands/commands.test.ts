import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportText } from '#shared/exports/export-formats.ts';
import { smallModel } from '#shared/exports/testing/small-model.ts';
import { commandLine } from '../command-line.ts';

const sample = join(import.meta.dirname, '../../shared/sample/web-shop.otm.yaml');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = async (...words: string[]) => {
  const printed: string[] = [];
  const complaints: string[] = [];
  const status = await commandLine(words, {
    folder,
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
  });
  return { status, printed: printed.join('\n'), complaints: complaints.join('\n') };
};

const write = (name: string, content: unknown): string => {
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  return name;
};

const model = (components: object[], threats: object[] = []) => ({
  otmVersion: '0.2.0',
  project: { id: 'p', name: 'P' },
  trustZones: [{ id: 'z', name: 'Zone', risk: { trustRating: 10 } }],
  components: components.map((component) => ({ parent: { trustZone: 'z' }, ...component })),
  dataflows: [],
  threats,
});

test('suggest --rules adds the rules of an exported codex, and refuses an invalid one', async () => {
  const rule = {
    id: 'kiosk',
    title: 'Kiosks',
    when: { attribute: 'Kiosk' },
    threat: { title: 'A visitor leaves the kiosk mode', categories: ['Elevation of privilege'] },
  };
  const file = write('m.otm', model([{ id: 'k', name: 'Kiosk', type: 'process' }]));
  const rules = write('codex.json', { codex: 1, rules: [rule] });
  const { status, printed } = await run('suggest', file, '--json', '--rules', rules);
  expect(status).toBe(0);
  expect(JSON.parse(printed)).toContainEqual(
    expect.objectContaining({
      rule: 'own-kiosk',
      threat: expect.objectContaining({ title: 'A visitor leaves the kiosk mode' }),
    }),
  );
  const flow = { id: 'f', name: 'Login', source: 'u', destination: 's' };
  const drawn = write('flow.otm', {
    ...model([
      { id: 'u', name: 'Visitor', type: 'external-entity' },
      { id: 's', name: 'Badge reader', type: 'process' },
    ]),
    dataflows: [flow],
  });
  const template = write(
    'own.tb7',
    '<KnowledgeBase><ThreatTypes><ThreatType><Id>B</Id><ShortTitle>Badges are copied</ShortTitle>' +
      "<GenerationFilters><Include>target is 'GE.P'</Include></GenerationFilters></ThreatType></ThreatTypes></KnowledgeBase>",
  );
  const byTemplate = await run('suggest', drawn, '--json', '--rules', template);
  expect(JSON.parse(byTemplate.printed)).toContainEqual(
    expect.objectContaining({
      element: expect.objectContaining({ id: 'f' }),
      threat: expect.objectContaining({ title: 'Badges are copied' }),
    }),
  );
  expect(await run('suggest', drawn, '--rules', write('no.tb7', '<ThreatModel/>'))).toMatchObject({
    status: 2,
    complaints: expect.stringContaining('The file has no template'),
  });
  const bad = write('bad.json', { codex: 1, rules: [{ ...rule, when: { kind: 'wizard' } }] });
  expect(await run('suggest', file, '--rules', bad)).toMatchObject({
    status: 2,
    complaints: expect.stringMatching(/^bad\.json: Rule 1: when/),
  });
  expect(await run('suggest', file, '--rules', 'none.json')).toMatchObject({ status: 2 });
});

test('suggest --json prints suggestions in the documented form', async () => {
  const { status, printed } = await run('suggest', sample, '--json');
  expect(status).toBe(0);
  const found = JSON.parse(printed) as Record<string, unknown>[];
  expect(found.length).toBeGreaterThan(20);
  for (const each of found) {
    expect(each).toEqual({
      element: {
        id: expect.any(String),
        name: expect.any(String),
        kind: expect.stringMatching(/^(process|store|entity|flow|boundary)$/),
      },
      threat: {
        title: expect.any(String),
        priority: expect.stringMatching(/^(low|medium|high|critical)$/),
        categories: expect.any(Array),
        references: expect.any(Array),
      },
      mitigations: expect.arrayContaining([{ title: expect.any(String) }]),
      because: expect.stringMatching(/\S \S.*\.$/),
      rule: expect.stringMatching(/^[a-z0-9-]+$/),
    });
  }
  expect(found.map(({ element }) => element)).toContainEqual({
    id: 'api',
    name: 'API',
    kind: 'process',
  });
  expect((await run('suggest', sample, '--json')).printed).toBe(printed);
});

test('suggest without --json lists suggestions by element', async () => {
  const { printed } = await run('suggest', sample);
  expect(printed).toMatch(/^Shop database \(store\)$/m);
});

test('check lists open threats, and fails for a priority and those above it', async () => {
  const [low, none] = [await run('check', sample), await run('check', write('m.otm', model([])))];
  expect(low.status).toBe(1);
  expect(low.printed).toContain('Web app: Stolen passwords are tried on customer accounts');
  expect(none.status).toBe(0);
});

test('check finds the threats of a component that has the ID of its zone', async () => {
  const threats = [{ id: 't', name: 'Leak', risk: { likelihood: 100, impact: 100 } }];
  const component = {
    id: 'z',
    name: 'Web',
    type: 'x',
    threats: [{ threat: 't', state: 'exposed' }],
  };
  const { status, printed } = await run('check', write('m.otm', model([component], threats)));
  expect(status).toBe(1);
  expect(printed).toMatch(/^critical +open-threat +Web: Leak$/m);
});

test('check finds the threats of a component and of a flow that no canvas shows', async () => {
  const small = smallModel();
  const canvases = small.canvases.map((canvas) => ({
    ...canvas,
    data: { nodes: canvas.data.nodes.filter(({ id }) => id !== 'process'), edges: [] },
  }));
  const components = small.components.map((component) => ({
    ...component,
    threats: component.threats.map((threat) => ({ ...threat, status: 'open' as const })),
  }));
  for (const shown of [canvases, []]) {
    const text = await exportText({ ...small, canvases: shown, components }, 'otm');
    const { printed } = await run('check', write('m.otm', text));
    for (const name of ['Web app', 'Orders', 'Customer', 'Places an order']) {
      expect(printed).toMatch(new RegExp(`open-threat +${name}: SQL injection`));
    }
    expect(printed.match(/open-threat/g)).toHaveLength(5);
  }
});

test('check --fail-on leaves out lower priorities', async () => {
  const threat = { id: 't', name: 'T', risk: { likelihood: 50, impact: 50 } };
  const component = { id: 'c', name: 'C', type: 'x', threats: [{ threat: 't', state: 'exposed' }] };
  const file = write('m.otm', model([component], [threat]));
  expect((await run('check', file, '--fail-on', 'medium')).status).toBe(1);
  expect((await run('check', file, '--fail-on', 'high')).status).toBe(0);
});

test('check finds missing parts of a model', async () => {
  const critical = { id: 't', name: 'T', risk: { likelihood: 100, impact: 100 } };
  const open = [{ threat: 't', state: 'exposed' }];
  const components = [
    { id: 'a', name: 'A', type: 'x', threats: open },
    { id: 'b', name: 'B', type: 'x' },
  ];
  const { printed } = await run('check', write('m.otm', model(components, [critical])), '--json');
  const found = JSON.parse(printed) as { check: string; element: { id: string } }[];
  expect(found.map(({ check, element }) => [check, element.id])).toEqual([
    ['open-threat', 'a'],
    ['critical-without-mitigation', 'a'],
    ['not-considered', 'b'],
  ]);
});

test('check --sarif writes every finding as a result', async () => {
  const { status } = await run('check', sample, '--sarif', 'out.sarif', '--fail-on', 'critical');
  expect(status).toBe(1);
  const log = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8')) as {
    version: string;
    runs: {
      tool: { driver: { rules: { id: string }[] } };
      results: { ruleId: string; ruleIndex: number; level: string }[];
    }[];
  };
  expect(log.version).toBe('2.1.0');
  const schemaFile = join(import.meta.dirname, '../testing/sarif-2.1.0.json');
  const sarifSchema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;
  const validate = new Ajv({
    strict: false,
    unicodeRegExp: false,
    formats: { uri: true, 'uri-reference': true, 'date-time': true },
  });
  validate.validate(sarifSchema, log);
  expect(validate.errors).toBeNull();
  expect(validate.validate(sarifSchema, { ...log, runs: [{}] })).toBe(false);
  const [first] = log.runs;
  const { json } = {
    json: JSON.parse((await run('check', sample, '--json')).printed) as unknown[],
  };
  expect(first?.results).toHaveLength(json.length);
  for (const { ruleId, ruleIndex, level } of first?.results ?? []) {
    expect(first?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(['error', 'warning', 'note']).toContain(level);
  }
});

test('check --sarif names a file by its path without dots, as repositories do', async () => {
  const file = write('m.otm', model([{ id: 'c', name: 'C', type: 'x' }]));
  await run('check', `./${file}`, '--sarif', 'out.sarif');
  expect(readFileSync(join(folder, 'out.sarif'), 'utf8')).toContain('"uri": "m.otm"');
});

test('check --sarif tells apart two threats with the same title on one element', async () => {
  const threats = ['t', 'u', 'v'].map((id) => ({
    id,
    name: id === 'v' ? 'Theft' : 'Leak',
    risk: { likelihood: 50, impact: 50 },
  }));
  const open = threats.map(({ id }) => ({ threat: id, state: 'exposed' }));
  const components = [{ id: 'c', name: 'C', type: 'x', threats: open }];
  await run('check', write('m.otm', model(components, threats)), '--sarif', 'out.sarif');
  const log = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8')) as {
    runs: { results: { partialFingerprints: Record<string, string> }[] }[];
  };
  const prints = log.runs[0]?.results.map((result) => result.partialFingerprints['parapet/v1']);
  expect(prints).toEqual(['open-threat|c|Leak', 'open-threat|c|Leak|2', 'open-threat|c|Theft']);
});

test.skipIf(process.platform === 'win32')(
  'an output keeps the permissions of its file, and links and pipes stay',
  async () => {
    const path = (name: string): string => join(folder, name);
    writeFileSync(path('private.otm'), 'old');
    chmodSync(path('private.otm'), 0o600);
    symlinkSync('private.otm', path('link.otm'));
    await run('convert', sample, '-o', 'link.otm', '--quiet');
    expect(lstatSync(path('link.otm')).isSymbolicLink()).toBe(true);
    expect(readFileSync(path('private.otm'), 'utf8')).toContain('otmVersion');
    expect(statSync(path('private.otm')).mode & 0o777).toBe(0o600);

    spawnSync('mkfifo', [path('pipe')]);
    const piped = readFile(path('pipe'), 'utf8');
    await run('convert', sample, '-o', 'pipe', '--to', 'otm', '--quiet');
    expect(lstatSync(path('pipe')).isFIFO()).toBe(true);
    expect(await piped).toBe(readFileSync(path('private.otm'), 'utf8'));
  },
);

test.each([
  [['suggest', 'missing.otm'], /^missing\.otm cannot be read \(ENOENT\)$/],
  [['check', '.'], /^\. is not a file$/],
  [['suggest'], /^MODEL\.otm is missing \(see /],
  [['suggest', 'a', 'b'], /^unexpected "b"/],
  [['check', 'a', '--fail-on', 'soon'], /^--fail-on takes low, medium, high, critical/],
  [['check', 'a', '--colour'], /^Unknown option/],
  [['nonsense'], /^unknown command "nonsense"/],
  [['__proto__'], /^unknown command/],
  [[], /^no command given/],
])('%j ends with status 2 and one line', async (words, message) => {
  const { status, complaints, printed } = await run(...words);
  expect(status).toBe(2);
  expect(complaints).toMatch(message);
  expect(complaints).not.toContain('\n');
  expect(printed).toBe('');
});

test('a name has no line break and no control character in lists for people', async () => {
  const name = 'Web\r\n9 critical\u001b[2K\u0007';
  const parts = [
    { id: 'c', name, type: 'process' },
    { id: 'd', name: 'DB', type: 'datastore' },
  ];
  const dataflows = [
    { id: 'f', name, source: 'c', destination: 'd' },
    { id: 'g', name, source: 'c', destination: name },
  ];
  const file = write('m.otm', { ...model(parts), dataflows });
  for (const words of [
    ['check', file],
    ['suggest', file],
    ['diff', '/dev/null', file],
    ['convert', file, '-o', 'out.otm'],
  ]) {
    const { printed } = await run(...words);
    expect(printed).toContain('Web 9 critical');
    expect(printed).not.toMatch(/^9 critical|[^\P{Cc}\n]/mu);
  }
});

test('a fault of the program is one line with status 2', async () => {
  const complaints: string[] = [];
  const status = await commandLine(['--help'], {
    folder,
    print: () => {
      throw new TypeError('first line\nsecond line');
    },
    complain: (text) => void complaints.push(text),
  });
  expect(status).toBe(2);
  expect(complaints).toEqual([
    expect.stringMatching(/^Internal error: first line second line at .*commands\.test\.ts:\d+/),
  ]);
  expect(complaints[0]).not.toContain('\n');
});

test('an unreadable file is refused with the position', async () => {
  const { status, complaints } = await run('check', write('m.otm', '{ "otmVersion": '));
  expect(status).toBe(2);
  expect(complaints).toMatch(/^m\.otm: .+\(line 1, column \d+\)$/);
});

test('the program passes on arguments and the exit status', () => {
  const program = join(import.meta.dirname, '../../build/parapet.mjs');
  const help = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  expect(help.stdout).toMatch(/^ {2}suggest {2}/m);
  const wrong = spawnSync(process.execPath, [program, 'check', 'gone.otm'], { encoding: 'utf8' });
  expect([wrong.status, wrong.stderr]).toEqual([2, 'gone.otm cannot be read (ENOENT)\n']);
});

test.skipIf(!existsSync('/dev/full'))(
  'the program reports that its output cannot be written, but not that nobody reads it',
  () => {
    const program = join(import.meta.dirname, '../../build/parapet.mjs');
    const shell = (command: string) =>
      spawnSync('bash', ['-o', 'pipefail', '-c', command, process.execPath, program, sample], {
        encoding: 'utf8',
      });
    const full = shell('"$0" "$1" suggest "$2" > /dev/full');
    expect([full.status, full.stderr]).toEqual([2, 'The output cannot be written (ENOSPC)\n']);
    const unread = shell('"$0" "$1" check "$2" | true');
    expect([unread.status, unread.stderr]).toEqual([1, '']);
  },
);

test('diff finds no difference in positions that a file does not state', async () => {
  const before = write(
    'before.otm',
    model([
      { id: 'b', name: 'B' },
      { id: 'c', name: 'C' },
    ]),
  );
  const after = write(
    'after.otm',
    model([
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
      { id: 'c', name: 'C' },
    ]),
  );
  for (const [one, other, sign] of [
    [before, after, '+'],
    [after, before, '-'],
  ] as const) {
    const { printed } = await run('diff', one, other);
    expect(printed.split('\n').filter((line) => !line.includes('"A"'))).toEqual([]);
    expect(printed).toContain(`${sign} `);
  }
});
