import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ModelContent } from './content.ts';
import { fieldsOf } from './fields.ts';
import { readOtm } from './read-otm.ts';
import { otmSchema, type OtmDocument } from './schema.ts';
import { stringifyOtm, writeOtm } from './write-otm.ts';

const read = (file: string | Uint8Array): ModelContent => {
  const reading = readOtm(file);
  const [model] = reading.ok ? reading.models : [];
  if (!model) throw new Error(JSON.stringify(reading));
  return model.content;
};
const fixture = (name: string) => read(readFileSync(join(import.meta.dirname, 'fixtures', name)));
const again = (document: OtmDocument) => read(stringifyOtm(document));
const strict = (content: ModelContent) => writeOtm(content, { dialect: 'strict' });

describe('an edit in the app takes precedence over the value in the file', () => {
  test('a priority, a status, and a mitigation are written with our words', () => {
    const content = fixture('startleft.otm');
    const [threat] = content.components[0]?.threats ?? [];
    if (!threat?.mitigations[0]) throw new Error('no threat');
    threat.priority = 'low';
    threat.status = 'accepted';
    threat.mitigations[0].status = 'will';
    const document = strict(content);
    const written = document.components?.find(({ id }) => id === 'vm')?.threats?.[0];
    expect(written).toMatchObject({ state: 'accepted', mitigations: [{ state: 'required' }] });
    const definition = document.threats?.find(({ id }) => id === written?.threat);
    expect(definition?.risk).toMatchObject({ likelihood: 25, impact: 25, impactComment: 'leak' });
    const [read_] = again(document).components[0]?.threats ?? [];
    expect(read_).toMatchObject({ priority: 'low', status: 'accepted' });
  });

  test('a threat that two components share is split when only one of them is changed', () => {
    const content = fixture('startleft.otm');
    const [threat] = content.components[0]?.threats ?? [];
    if (threat) threat.title = 'Frames are read by the neighbours';
    const document = strict(content);
    expect(document.threats?.map(({ id }) => id)).toEqual(['7', '8', '7-2', '9']);
    expect(otmSchema.safeParse(document).success).toBe(true);
  });

  test('a node of another kind is written with another type', () => {
    const content = fixture('startleft.otm');
    const node = content.canvases[0]?.data.nodes.find(({ data }) => data.label === 'Frame cache');
    if (node) node.type = 'processNode';
    expect(strict(content).components?.find(({ id }) => id === 'cache')?.type).toBe('processNode');
  });
});

test('the standard key states whether a flow is bidirectional', () => {
  const content = fixture('startleft.otm');
  const [edge] = content.canvases[0]?.data.edges ?? [];
  if (!edge) throw new Error('no flow');
  edge.data = { ...edge.data, bidirectional: true };
  const [both, ...others] = strict(content).dataflows ?? [];
  expect(both?.bidirectional).toBe(true);
  expect(others.every(({ bidirectional }) => bidirectional !== true)).toBe(true);
});

test('a change by another tool takes precedence over our notes', () => {
  const content = fixture('startleft.otm');
  const node = content.canvases[0]?.data.nodes.find(({ data }) => data.label === 'Artist');
  if (node) node.data.label = 'Lighting artist';
  if (node) node.data['outOfScope'] = true;
  const document = strict(content);
  const artist = document.components?.find(({ id }) => id === 'artist');
  if (!artist) throw new Error('no artist');
  const labelOf = (model: ModelContent) =>
    model.canvases[0]?.data.nodes.find(({ id }) => id === 'artist-representation')?.data;
  expect(labelOf(again(document))).toMatchObject({ label: 'Lighting artist', outOfScope: true });
  artist.name = 'Compositor';
  expect(labelOf(again(document))).toMatchObject({ label: 'Compositor', outOfScope: true });
});

test('a strict file has only keys of the schema, in every record', () => {
  const known: Record<string, string> = {
    project: 'name id description owner ownerContact tags attributes',
    representations: 'name id type description size repository attributes',
    trustZones: 'id name type description risk parent representations attributes',
    components: 'id name type description parent representations assets threats tags attributes',
    dataflows:
      'id name description bidirectional source destination assets threats tags attributes',
    threats: 'id name description categories cwes risk tags attributes',
    mitigations: 'id name description riskReduction attributes',
  };
  const names = ['service.otm', 'startleft.otm', 'threat-dragon.otm', 'nested-and-broken.otm'];
  const foreign = names.flatMap((name) =>
    Object.entries(known).flatMap(([list, keys]) => {
      const records = [fieldsOf(strict(fixture(name)))[list]].flat().map(fieldsOf);
      const found = records.flatMap((record) => Object.keys(record));
      return found.filter((key) => !keys.split(' ').includes(key));
    }),
  );
  expect(foreign).toEqual([]);
});

test('the dialect of the service has the keys that the specification names', () => {
  const document = writeOtm(fixture('service.otm'), { dialect: 'service' });
  expect(Object.keys(document)).toEqual(
    expect.arrayContaining([
      'parentProjectId',
      'otmVersion',
      'project',
      'representations',
      'assets',
      'components',
      'dataflows',
      'trustZones',
      'threats',
      'mitigations',
    ]),
  );
  expect(document.components?.[0]).toMatchObject({
    representationId: 'c1',
    metaData: { representation: 'c1' },
    representations: [{ representation: 'c1', positionAbsolute: { x: -120.5, y: 40.25 } }],
  });
  expect(document.dataflows?.[0]).toMatchObject({
    metaData: { label: 'buys a ticket', fontSize: 14 },
    sourceHandle: 'right',
    type: 'smoothstep',
    markerEnd: { type: 'arrowclosed', color: '#999999' },
  });
});

test('the dialect of the service has the keys of the specification even for an empty model', () => {
  const content = fixture('service.otm');
  const [canvas] = content.canvases;
  const [first, second] = content.components;
  if (!canvas || !first || !second) throw new Error('no canvas with components');
  const node = (id: string, componentId: string) => ({
    id,
    type: 'processNode',
    position: { x: 0, y: 0 },
    data: { label: id, componentId },
  });
  const bare = (component: typeof first) => ({
    ...component,
    description: '',
    threats: [],
    kept: {},
    canvasId: canvas.id,
  });
  const model: ModelContent = {
    ...content,
    description: '',
    kept: {},
    components: [bare(first), bare(second)],
    canvases: [
      {
        ...canvas,
        kept: {},
        data: {
          nodes: [node('a', first.id), node('b', second.id)],
          edges: [{ id: 'f', source: 'a', target: 'b', data: { label: '' } }],
        },
      },
      { id: 'empty', title: 'Empty', kept: {}, data: { nodes: [], edges: [] } },
    ],
  };
  const document = writeOtm(model, { dialect: 'service' });
  expect(again(document)).toEqual(model);
  const written: unknown = JSON.parse(stringifyOtm(document));
  expect(written).toMatchObject({
    parentProjectId: null,
    assets: [],
    project: { description: null, owner: null, ownerContact: null, tags: [], attributes: {} },
    representations: [{ attributes: {} }, { size: null, attributes: expect.anything() }],
    components: [
      {
        representationId: canvas.id,
        description: null,
        metaData: { representation: canvas.id },
        tags: [],
        assets: null,
        threats: [],
        attributes: {},
        representations: [{ size: null }],
      },
      {},
    ],
    dataflows: [
      {
        bidirectional: null,
        metaData: { color: null, points: [], textStyle: { isBold: null }, markerType: null },
        tags: [],
        assets: [],
        threats: [],
        sourceHandle: null,
        targetHandle: null,
        type: null,
        markerEnd: null,
      },
    ],
  });
});

test('invalid data that a client stored in a canvas does not prevent an export', () => {
  const content = fixture('service.otm');
  const zone = content.canvases[0]?.data.nodes[0];
  if (zone) zone.data['otm'] = { zone: { id: 5, raw: { risk: 'none', parent: [], threats: 3 } } };
  for (const dialect of ['strict', 'service'] as const) {
    expect(again(writeOtm(content, { dialect }))).toEqual(content);
  }
});

test('an element with an empty ID is not the parent of those without one', () => {
  const content = read(
    JSON.stringify({
      otmVersion: '0.2.0',
      project: { name: 'P', id: 'p' },
      representations: [{ id: 'a', name: 'A', type: 'diagram' }],
      components: ['one', ''].map((id) => ({ id, representations: [{ representation: 'a', id }] })),
    }),
  );
  expect(content.canvases[0]?.data.nodes.map(({ id }) => id)).toEqual(['one', '']);
  const { components } = strict(content);
  expect(components?.map(({ parent }) => parent)).toEqual([
    { trustZone: 'one' },
    { trustZone: '' },
  ]);
});
