import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sizeOf } from '../canvas/document.ts';
import type { ModelContent, OtmReport } from './content.ts';
import { readOtm } from './read-otm.ts';
import { absolutePositions } from './reading/extent.ts';

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));
const read = (file: string | Uint8Array): { content: ModelContent; report: OtmReport } => {
  const reading = readOtm(file);
  if (!reading.ok) throw new Error(`${reading.refusal.place}: ${reading.refusal.reason}`);
  const [model] = reading.models;
  if (!model) throw new Error('no model');
  return model;
};
const refusalOf = (file: string | Uint8Array) => {
  const reading = readOtm(file);
  return reading.ok ? undefined : reading.refusal;
};
const otm = (more: object) =>
  JSON.stringify({ otmVersion: '0.2.0', project: { name: 'P', id: 'p' }, ...more });
const repairsOf = (file: string) => read(file).report.repairs.map(({ place }) => place);
const nodesOf = (content: ModelContent) => content.canvases.flatMap(({ data }) => data.nodes);
const nodeNamed = (content: ModelContent, label: string) =>
  nodesOf(content).find((node) => node.data.label === label);

describe('the dialect of the service', () => {
  const { content, report } = read(bytesOf('service.otm'));

  test('gives a canvas for each diagram, and draws components on several', () => {
    expect(content.canvases.map(({ title }) => title)).toEqual(['Overview', 'Payment']);
    const elements = nodesOf(content).filter(({ data }) => data.componentId === 'n-service');
    expect(elements.map(({ position }) => position)).toEqual([
      { x: 60, y: 80 },
      { x: 20, y: 30 },
    ]);
  });
  test('lets a component in no zone name itself, and repeats the ID of the canvas as that of an element', () => {
    expect(nodeNamed(content, 'Phone')).toMatchObject({ id: 'n-phone', position: { x: -120.5 } });
    expect(nodeNamed(content, 'Phone')?.parentId).toBeUndefined();
    expect(report.repairs.every(({ message }) => message.includes('person'))).toBe(true);
  });
  test('gives edges their handles, types, and markers', () => {
    expect(content.canvases[0]?.data.edges[0]).toMatchObject({
      sourceHandle: 'right',
      type: 'smoothstep',
      markerEnd: { type: 'arrowclosed' },
    });
  });
  test('writes -1 for a risk that is not set', () => {
    expect(content.components[0]?.threats[0]?.priority).toBe('medium');
  });
  test('contains account data, which is removed', () => {
    expect(JSON.stringify(content)).not.toMatch(/dana|u77|avatar|selectedBy/i);
    expect(JSON.stringify(content)).toContain('#334455');
  });
});

describe('the dialect of IriusRisk and StartLeft', () => {
  const { content, report } = read(bytesOf('startleft.otm'));

  test('nests components in components, and zones in both', () => {
    const zone = nodeNamed(content, 'Inside the machine');
    expect(zone?.parentId).toBe('vm-representation');
    expect(nodeNamed(content, 'Frame cache')?.parentId).toBe(zone?.id);
    expect(report.repairs).toEqual([]);
  });
  test('gives stores and external entities types of its component library', () => {
    expect(nodeNamed(content, 'Frame cache')?.type).toBe('dataStoreNode');
    expect(nodeNamed(content, 'Artist')?.type).toBe('externalEntityNode');
    expect(nodeNamed(content, 'Render machine')?.type).toBe('processNode');
  });
  test('gives a zone without a size the size of its contents', () => {
    const zone = nodeNamed(content, 'Inside the machine');
    expect(zone).toMatchObject({ width: 360, height: 240 });
  });
  test('draws elements without a diagram on a separate canvas, inside their parent', () => {
    const other = content.canvases.find(({ id }) => id === 'other-elements');
    expect(other?.title).toBe('Other elements');
    expect(other?.data.nodes.map(({ data }) => data.label)).toEqual([
      'Around the tape',
      'Tape library',
      'Alarm',
    ]);
    expect(other?.data.edges.map(({ data }) => data?.label)).toEqual(['rings']);
  });
  test('lets two components share a threat, each with its own state', () => {
    const shared = content.components.flatMap(({ threats }) =>
      threats.filter(({ title }) => title.startsWith('Frames')),
    );
    expect(shared.map(({ id, status }) => [id, status])).toEqual([
      ['7', 'open'],
      ['7-2', 'mitigated'],
    ]);
    expect(shared.map(({ mitigations }) => mitigations[0]?.status)).toEqual([null, 'never']);
  });
  test('reports data that no canvas can show', () => {
    expect(report.keptAside.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['assets', 'representations', 'threats', 'dataflows[1]']),
    );
  });
});

test('Threat Dragon names zones that do not exist, and components in zones without a position', () => {
  const { content, report } = read(bytesOf('threat-dragon.otm'));
  expect(report.repairs.map(({ message }) => message)).toEqual([
    'parent "street" of "reader" doesn’t exist: moved to the top level',
    'data flow "lost" refers to a destination "cellar" that doesn’t exist: kept but not drawn',
  ]);
  const desk = nodeNamed(content, 'Desk');
  const positions = absolutePositions(content.canvases[0]?.data.nodes ?? []);
  expect(desk?.parentId).toBe(nodeNamed(content, 'Building')?.id);
  expect(positions.get(desk?.id ?? '')).toEqual({ x: 100, y: 100 });
});

test('threatcl writes a list of models', () => {
  const reading = readOtm(bytesOf('threatcl.otm'));
  expect(reading.ok && reading.models.map(({ content }) => content.title)).toEqual([
    'Bike rental',
    'Bike repair',
  ]);
  expect(reading.ok && reading.models[0]?.report.counts.threats).toBe(1);
});

test('files edited by hand are understood, and each mistake is reported', () => {
  const { content, report } = read(bytesOf('by-hand.otm'));
  expect(nodeNamed(content, 'Recipe app')).toMatchObject({
    position: { x: 60, y: 80 },
    parentId: 'home-box',
  });
  expect(nodeNamed(content, 'Home')).toMatchObject({ width: 420, height: 300 });
  expect(content.canvases[0]?.data.edges[0]).toMatchObject({
    source: 'cook-box',
    target: 'app-box',
    data: { label: 'reads', bidirectional: true },
  });
  expect(content.components[0]?.threats[0]?.title).toBe('The neighbour listens');
  expect(report.repairs.map(({ place }) => place)).toEqual(
    expect.arrayContaining(['trustzones', 'components[0].representations[0].postion']),
  );
});

test('cycles, duplicates, and dangling references are repaired, and nothing is lost', () => {
  const { content, report } = read(bytesOf('nested-and-broken.otm'));
  expect(report.repairs.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'circle of parents at "b": moved to the top level',
      'duplicate ID "inner": now "inner-2"',
      'representation "nowhere" isn’t declared: created a canvas for it',
      'threat "missing" isn’t defined: created from its ID',
    ]),
  );
  expect(content.components[0]?.threats[0]).toMatchObject({ status: 'open', title: 'missing' });
  expect(content.components[0]?.threats[0]?.kept).toMatchObject({ state: 'puzzling' });
});

describe('a file that is not OTM', () => {
  const zip = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 20, 0, 0, 0]);
  const utf8 = new Uint8Array([...new TextEncoder().encode('otmVersion: 0.2.0\nproject: '), 0xff]);

  test.each([
    ['a zip', zip, 'byte 0', 'ZIP archive'],
    ['bytes that are no text', utf8, 'line 2, column 10', 'isn’t valid utf-8'],
    ['an empty file', bytesOf('refused-empty.otm'), 'line 1, column 1', 'empty'],
    ['XML', bytesOf('refused-drawing.xml.otm'), 'line 1, column 1', 'XML'],
    ['broken JSON', bytesOf('refused-syntax.json.otm'), 'line 3, column 32', 'unexpected'],
    ['broken YAML', bytesOf('refused-syntax.yaml.otm'), 'line 5, column 1', 'Invalid YAML'],
    ["another tool's JSON", bytesOf('refused-threat-dragon-model.json.otm'), '$', 'Threat Dragon'],
    ['plain text', 'hello', '$', 'got text'],
    ['a list of something else', '[{"otmVersion":"0.2.0"},{"a":1}]', '$[1]', 'isn’t OTM'],
    ['an empty list', '[]', '$', 'empty list'],
    ['deep nesting', `${'['.repeat(300)}${']'.repeat(300)}`, '$', 'deeper than 200'],
    ['aliases that multiply', bomb(), '$', 'too large once its aliases are expanded'],
    ['a YAML that contains itself', 'a: &a [*a]', '$.a', 'deeper'],
    [
      'deep YAML',
      Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
      '$',
      '',
    ],
  ])('is refused: %s', (_what, file, location, reason) => {
    const refusal = refusalOf(file);
    expect(refusal?.place).toContain(location);
    expect(refusal?.reason).toContain(reason);
  });

  test.each([
    'SECRET',
    '"SECRET',
    "'SECRET",
    '[SECRET',
    '{SECRET',
    '["SECRET"]',
    '{"SECRET": SECRET}',
    '*SECRET',
    'a: *SECRET',
    '!SECRET x',
    'a: !SECRET x',
    '&SECRET',
    'a: [SECRET\nSECRET',
    'a: SECRET: SECRET',
    'a: |SECRET',
    'a: "\\SECRET"',
    '@SECRET',
    '%SECRET',
    '- SECRET\n]SECRET',
    'a: b\nSECRET',
    '"a" SECRET',
    '...\nSECRET',
    '? SECRET\n]',
    '<<: *SECRET',
    'a: }SECRET',
  ])('is rejected without revealing its content: %s', (file) => {
    expect(refusalOf(file)?.reason ?? '').not.toMatch(/SE|CR|ET/u);
  });

  test('is rejected if it is too large', () => {
    expect(readOtm('x'.repeat(20), { limits: { bytes: 10 } })).toMatchObject({ ok: false });
    const components = Array.from({ length: 11 }, (_, at) => ({ id: `${at}` }));
    expect(readOtm(otm({ components }), { limits: { elements: 10 } })).toMatchObject({
      refusal: { reason: 'The file has 11 elements; the limit is 10.' },
    });
    const bends = Array.from({ length: 11 }, (_, at) => ({ x: at, y: 0 }));
    const flow = { id: 'f', name: 'f', source: 'a', destination: 'b' };
    const bent = { ...flow, attributes: { parapet: { data: { bends } } } };
    const file = otm({ components: [{ id: 'a' }, { id: 'b' }], dataflows: [bent] });
    expect(readOtm(file, { limits: { bends: 11 } })).toMatchObject({ ok: true });
    expect(readOtm(file, { limits: { bends: 10 } })).toMatchObject({
      refusal: { reason: 'The flows have more than 10 bends.' },
    });
    const yaml = `otmVersion: 0.2.0\nlist: [${'1,'.repeat(900_000)}]`;
    expect(refusalOf(yaml)?.reason).toContain('too large to read as YAML');
  });

  test('is rejected if its threats would multiply too much', () => {
    const threats = [{ threat: 't', state: 'exposed' }];
    const text = otm({
      components: Array.from({ length: 300 }, (_, at) => ({ id: `${at}`, threats })),
      threats: [{ id: 't', name: 'T', description: 'x'.repeat(1_000_000) }],
    });
    expect(refusalOf(text)?.reason).toContain('grow too large');
  });
});

function bomb(): string {
  const level = (name: string, of: string) =>
    `${name}: &${name} [${Array(9).fill(of).join(',')}]\n`;
  const names = 'abcdefghij'.split('');
  return names.map((name, at) => level(name, at === 0 ? 'x' : `*${names[at - 1]}`)).join('');
}

describe('syntax', () => {
  test('is recognized by the text and not by the file extension', () => {
    expect(read('otmVersion: 0.2.0\nproject: {name: P, id: p}').content.id).toBe('p');
    expect(read('{otmVersion: 0.2.0, project: {name: P, id: p}}').content.id).toBe('p');
    expect(read(`\uFEFF  ${otm({})}`).content.id).toBe('p');
    expect(read(new Uint8Array(Buffer.from(`\uFEFF${otm({})}`, 'utf16le'))).content.id).toBe('p');
  });
  test('reports duplicate keys', () => {
    expect(
      read('{"otmVersion":"0.2.0","project":{"id":"a","id":"b","name":"n"}}').report.repairs,
    ).toEqual([{ place: 'line 1, column 43', message: expect.stringContaining('"id"') }]);
    expect(repairsOf('otmVersion: 0.2.0\nproject:\n  id: a\n  name: n\n  id: b')).toEqual([
      'line 5, column 3',
    ]);
  });
  test('ignores tags, and keeps numbers that JSON does not allow as text', () => {
    const { content, report } = read(
      'otmVersion: 0.2.0\nproject: {id: !!binary aGk=, name: !secret n}\nodd: [.inf, -0, 1e999]',
    );
    expect(content).toMatchObject({ id: 'aGk=', title: 'n' });
    expect(content.kept).toMatchObject({ document: { odd: ['Infinity', 0, 'Infinity'] } });
    expect(report.repairs).toHaveLength(4);
  });
  test('quotes text that looks like a placeholder unchanged', () => {
    const id = '$t(app:name) {{now}}';
    const { report } = read(otm({ components: [{ id }, { id }] }));
    expect(report.repairs.map(({ message }) => message)).toContain(
      `duplicate ID "${id}": now "${id}-2"`,
    );
  });
  test('keeps keys such as __proto__ without side effects', () => {
    const { content } = read(
      '{"otmVersion":"0.2.0","project":{"name":"P","id":"p","__proto__":{"polluted":1}}}',
    );
    expect(JSON.stringify(content.kept)).toContain('"__proto__":{"polluted":1}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(content, 'polluted')).toBeUndefined();
  });
});

describe('geometry', () => {
  const diagram = [{ id: 'd', name: 'D', type: 'diagram' }];

  test('uses positionAbsolute if the two positions differ', () => {
    const { content } = read(
      otm({
        representations: diagram,
        trustZones: [zone('z', { x: 100, y: 100 }, { width: 400, height: 300 })],
        components: [
          {
            id: 'c',
            parent: { trustZone: 'z' },
            representations: [
              {
                representation: 'd',
                id: 'cr',
                position: { x: 150, y: 160 },
                positionAbsolute: { x: 150, y: 160 },
              },
            ],
          },
        ],
      }),
    );
    expect(nodeNamed(content, 'c')?.position).toEqual({ x: 50, y: 60 });
  });

  test('lays out elements without a position without overlaps, and does not move the others', () => {
    const components = Array.from({ length: 12 }, (_, at) => ({
      id: `c${at}`,
      parent: { trustZone: at < 6 ? 'z' : `c${at}` },
      representations: [
        { representation: 'd', id: `r${at}`, ...(at === 7 && { position: { x: 5, y: 7 } }) },
      ],
    }));
    const dataflows = components.map(({ id }, at) => ({
      id: `f${at}`,
      source: id,
      destination: `c${(at + 5) % 12}`,
    }));
    const text = otm({
      representations: diagram,
      trustZones: [{ id: 'z', representations: [{ representation: 'd', id: 'zr' }] }],
      components,
      dataflows,
    });
    const { content } = read(text);
    expect(read(text).content).toEqual(content);
    expect(nodeNamed(content, 'c7')?.position).toEqual({ x: 5, y: 7 });
    const nodes = nodesOf(content);
    const positions = absolutePositions(nodes);
    const leaves = nodes.filter(({ type }) => type !== 'trustBoundaryNode');
    for (const [at, one] of leaves.entries()) {
      for (const other of leaves.slice(at + 1)) {
        const [a, b] = [positions.get(one.id), positions.get(other.id)];
        const [s, t] = [sizeOf(one), sizeOf(other)];
        const apart =
          (a?.x ?? 0) + s.width <= (b?.x ?? 0) ||
          (b?.x ?? 0) + t.width <= (a?.x ?? 0) ||
          (a?.y ?? 0) + s.height <= (b?.y ?? 0) ||
          (b?.y ?? 0) + t.height <= (a?.y ?? 0);
        expect(apart, `${one.id} ${other.id}`).toBe(true);
      }
    }
    const parent = nodeNamed(content, 'z');
    for (const child of nodes.filter(({ parentId }) => parentId === parent?.id)) {
      expect(child.position.x + sizeOf(child).width).toBeLessThan(parent?.width ?? 0);
      expect(child.position.y + sizeOf(child).height).toBeLessThan(parent?.height ?? 0);
    }
  });

  const zone = (id: string, position: object, size: object) => ({
    id,
    representations: [{ representation: 'd', id: `${id}r`, position, size }],
  });
});

test('a model without anything has one canvas, with the name of the project', () => {
  expect(read(otm({})).content.canvases).toMatchObject([{ title: 'P', data: { nodes: [] } }]);
});

test('data that the service repeats is not preserved, in any order of the elements', () => {
  const { content } = read(
    otm({
      representations: ['a', 'b'].map((id) => ({ id, name: id, type: 'diagram' })),
      components: [
        {
          id: 'one',
          representationId: 'a',
          metaData: { representation: 'a' },
          representations: ['b', 'a'].map((id) => ({ representation: id, id })),
        },
      ],
    }),
  );
  expect(content.components).toMatchObject([{ canvasId: 'b' }]);
  expect(content.components[0]?.kept).toEqual({});
});

test('a flow with both ends on several canvases is drawn on each of them', () => {
  const on = (...ids: string[]) => ids.map((id) => ({ representation: id, id: `${id}-x` }));
  const { content } = read(
    otm({
      representations: ['a', 'b'].map((id) => ({ id, name: id, type: 'diagram' })),
      components: [
        { id: 'one', representations: on('a', 'b') },
        { id: 'two', representations: on('a', 'b').map((r) => ({ ...r, id: `${r.id}2` })) },
      ],
      dataflows: [{ id: 'f', name: 'f', source: 'one', destination: 'two' }],
    }),
  );
  expect(content.canvases.map(({ data }) => data.edges.map(({ id }) => id))).toEqual([
    ['f'],
    ['f'],
  ]);
});

test('five thousand components and flows are read and written within seconds', () => {
  const count = 5000;
  const ids = Array.from({ length: count }, (_, at) => `c${at}`);
  const text = otm({
    trustZones: [{ id: 'z', name: 'z', risk: { trustRating: 1 } }],
    components: ids.map((id) => ({ id, name: id, type: 'x', parent: { trustZone: 'z' } })),
    dataflows: ids.map((id, at) => ({
      id,
      name: id,
      source: id,
      destination: ids[(at * 7) % count],
    })),
  });
  const start = process.threadCpuUsage();
  expect(read(text).content.components).toHaveLength(count);
  // Reading takes 0.2 s of this thread's CPU time. The limit is high enough for a busy machine, and low
  // enough to detect quadratic time.
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(3000);
});
