import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readOtm } from '#shared/otm/read-otm.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let collectionId: string;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  ({ id: collectionId } = await service.owner.api.collections.create({ title: 'Imports' }));
});

const file = (text: string, type = 'application/json') => new File([text], 'model.otm', { type });
const importing = async (body: File) =>
  await service.owner.api.threatModels.importOtm({ params: { collectionId }, body });

const contentOf = (bytes: Uint8Array | string) => {
  const reading = readOtm(bytes);
  if (!reading.ok) throw new Error(reading.refusal.reason);
  return reading.models.map(({ content }) => content);
};

const drawnAt = (x: number) => ({
  representation: 'drawing',
  id: `at-${x}`,
  position: { x, y: 10.5 },
  size: { width: 100, height: 50 },
});

const shop = {
  otmVersion: '0.2.0',
  project: { name: 'Shop', id: 'shop', description: 'Sells things', owner: 'Somebody' },
  representations: [
    { name: 'Drawing', id: 'drawing', type: 'diagram', size: { width: 9, height: 9 } },
  ],
  trustZones: [{ id: 'internet', name: 'Internet', type: 'b61d6911', risk: { trustRating: 1 } }],
  components: [
    {
      id: 'web',
      name: 'Web shop',
      type: 'web-service',
      parent: { trustZone: 'internet' },
      representations: [drawnAt(20)],
      tags: ['php'],
      threats: [
        {
          threat: 'sqli',
          state: 'exposed',
          mitigations: [{ mitigation: 'bind', state: 'implemented' }],
        },
      ],
    },
    {
      id: 'db',
      name: 'Stock',
      type: 'postgresql',
      parent: { trustZone: 'internet' },
      representations: [drawnAt(300)],
    },
  ],
  dataflows: [{ id: 'query', name: 'query', source: 'web', destination: 'db' }],
  threats: [
    { id: 'sqli', name: 'Injection', categories: [], risk: { likelihood: 80, impact: 90 } },
  ],
  mitigations: [{ id: 'bind', name: 'Bind values', riskReduction: 90 }],
};

describe('an imported file', () => {
  test('becomes a threat model with canvases, components, threats, and mitigations', async () => {
    const { id, ids, report } = await importing(file(JSON.stringify(shop)));
    expect(ids).toEqual([id]);
    expect(report.counts).toMatchObject({ components: 2, dataFlows: 1, trustZones: 1, threats: 1 });

    const { api } = service.owner;
    const model = await api.threatModels.get({ id });
    expect(model).toMatchObject({ title: 'Shop', owner: { id: service.ownerId } });
    const canvas = await api.canvases.get({ id: model.canvases[0]?.id ?? '' });
    const components = await api.components.listForCanvas({ canvasId: canvas.id });
    expect(components.map(({ title }) => title)).toEqual(['Web shop', 'Stock']);
    const drawnIds = canvas.data.nodes.map(({ data }) => data.componentId).filter(Boolean);
    expect(drawnIds).toEqual(expect.arrayContaining(components.map((component) => component.id)));

    const [threat] = await api.threats.listForComponent({ componentId: components[0]?.id ?? '' });
    expect(threat).toMatchObject({ title: 'Injection' });
    expect(threat?.neutralized_by).toHaveLength(1);
    expect((await api.threats.get({ id: threat?.id ?? '' })).ref_id).toBe('T-1');
  });

  test('can be YAML, or the only file of a form', async () => {
    const yaml = await importing(file(stringify(shop), 'application/yaml'));
    const form = new FormData();
    form.set('file', file(JSON.stringify(shop), ''));
    const path = `/threat-models/otm/${collectionId}`;
    const posted = await service.owner.send('POST', path, { raw: form });
    expect(posted).toMatchObject({ status: 201, body: { report: yaml.report } });
  });

  test.each([
    'application/yaml',
    'application/x-yaml',
    'text/yaml; charset=utf-8',
    'text/x-yaml',
    'Application/JSON ; charset=utf-8',
  ])('can have the content type %s', async (type) => {
    const path = `/threat-models/otm/${collectionId}`;
    const headers = { 'content-type': type };
    const answer = await service.owner.send('POST', path, { raw: JSON.stringify(shop), headers });
    expect(answer).toMatchObject({ status: 201 });
  });

  test('with several models becomes several models', async () => {
    const second = { ...shop, project: { name: 'Second', id: 'second' } };
    const { id, ids } = await importing(file(JSON.stringify([shop, second])));
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(id);
    const { items } = await service.owner.api.threatModels.listByCollection({ collectionId });
    expect(items.map(({ title }) => title)).toEqual(['Shop', 'Second']);
  });

  test('is exported with its own IDs and all of its data', async () => {
    const { id } = await importing(file(JSON.stringify(shop)));
    const exported = await service.owner.api.threatModels.exportOtm({ id });
    expect(contentOf(JSON.stringify(exported))).toEqual(contentOf(JSON.stringify(shop)));
    expect(exported).toMatchObject({
      otmVersion: '0.2.0',
      project: { id: 'shop', owner: 'Somebody' },
      components: [{ id: 'web', tags: ['php'] }, { id: 'db' }],
      dataflows: [{ id: 'query', source: 'web', destination: 'db' }],
    });
  });
});

describe('an export', () => {
  test('has records that were created by hand, with the IDs of the service', async () => {
    const { api } = service.owner;
    const { id, canvases } = await api.threatModels.create({
      title: 'By hand',
      collectionId,
      canvasData: [{ title: 'Drawing' }],
    });
    const canvasId = canvases[0]?.id ?? '';
    const { id: componentId } = await api.components.create({ canvasId, title: 'Shop' });
    const { id: threatId } = await api.threats.create({ componentId, title: 'Theft' });
    await api.mitigations.create({ threatId, title: 'Guards' });
    await api.comments.create({ threatId, text: 'Really?' });
    const node = (nodeId: string, x: number, shows: string) => ({
      id: nodeId,
      type: 'processNode',
      position: { x, y: 0 },
      data: { label: 'Shop', componentId: shows },
    });
    const nodes = [node('a', 0, componentId), node('b', 300, componentId), node('c', 600, 'gone')];
    await api.canvases.update({ id: canvasId, data: { nodes, edges: [] } });

    const exported = await api.threatModels.exportOtm({ id });
    const [content] = contentOf(JSON.stringify(exported));
    expect(content).toMatchObject({ id, title: 'By hand', canvases: [{ id: canvasId }] });
    const component = content?.components.find((each) => each.id === componentId);
    expect(component).toMatchObject({
      title: 'Shop',
      threats: [
        {
          id: threatId,
          title: 'Theft',
          mitigations: [{ title: 'Guards' }],
          comments: [{ text: 'Really?' }],
        },
      ],
    });
    const drawn = content?.canvases[0]?.data.nodes.filter(
      ({ data }) => data.componentId === componentId,
    );
    expect(drawn?.map(({ position }) => position.x)).toEqual([0, 300]);
  });

  test('gives the same export after an import', async () => {
    const { api } = service.owner;
    const first = await importing(file(JSON.stringify(shop)));
    const exported = await api.threatModels.exportOtm({ id: first.id });
    const second = await importing(file(JSON.stringify(exported)));
    expect(await api.threatModels.exportOtm({ id: second.id })).toEqual(exported);
  });
});

describe('a file that is not OTM is refused with the position, and nothing is stored:', () => {
  test.each([
    ['broken JSON', 'application/json', '{\n  "otmVersion": "0.2.0" "project"', /line 2/],
    ['broken YAML', 'application/yaml', 'otmVersion: "0.2.0\nproject: [', /line/],
    ['another tool’s JSON', 'application/json', '{"openapi": "3.1.0"}', /\$: /],
    ['nothing', 'application/json', '', /.+/],
    ['a second model that is none', 'application/json', JSON.stringify([shop, 7]), /\$\[1\]/],
  ])('%s', async (_, type, text, location) => {
    const path = `/threat-models/otm/${collectionId}`;
    const headers = { 'content-type': type };
    const answer = await service.owner.send('POST', path, { raw: text, headers });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', detail: expect.stringMatching(location) as string },
    });
    const { count } = await service.owner.api.threatModels.listByCollection({ collectionId });
    expect(count).toBe(0);
  });

  test('a form without a file, with two files, or without a valid boundary is refused', async () => {
    const path = `/threat-models/otm/${collectionId}`;
    const none = new FormData();
    none.set('file', 'text');
    const two = new FormData();
    for (const each of [shop, shop]) two.append('file', file(JSON.stringify(each)));
    const refused = { status: 400, body: { code: 'validation_failed' } };
    const notOne = { status: 400, body: { detail: 'the form must contain exactly one file' } };
    expect(await service.owner.send('POST', path, { raw: none })).toMatchObject(notOne);
    expect(await service.owner.send('POST', path, { raw: two })).toMatchObject(notOne);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const answer = await service.owner.send('POST', path, { raw: 'nothing', headers });
      expect(answer).toMatchObject(refused);
    }
  });
});

test.each([
  [20, 201],
  [21, 400],
])('a form with %i parts', async (parts, status) => {
  const form = new FormData();
  for (let part = 1; part < parts; part++) form.append(`field ${part}`, 'text');
  form.set('file', file(JSON.stringify(shop)));
  const answer = await service.owner.send('POST', `/threat-models/otm/${collectionId}`, {
    raw: form,
  });
  expect(answer.status).toBe(status);
});

describe.each([
  ['boundary=7d4f20', '7d4f20'],
  ['boundary="7d4 f20"', '7d4 f20'],
  ['charset=utf-8; Boundary=7d4f20; charset=utf-8', '7d4f20'],
  ['boundary="7d4f20"; charset=utf-8', '7d4f20'],
])('a form with the parameter %s', (parameter, boundary) => {
  const posting = async (fields: number) => {
    const disposition = 'content-disposition: form-data; name="file"';
    const field = `--${boundary}\r\n${disposition}\r\n\r\ntext\r\n`;
    const sent = `--${boundary}\r\n${disposition}; filename="p.otm"\r\n\r\n${JSON.stringify(shop)}\r\n`;
    return await service.owner.send('POST', `/threat-models/otm/${collectionId}`, {
      raw: `${field.repeat(fields)}${sent}--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; ${parameter}` },
    });
  };

  test('can have 20 parts, and no more', async () => {
    expect(await posting(19)).toMatchObject({ status: 201 });
    expect(await posting(20)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', detail: 'the form has more than 20 parts' },
    });
  });
});

test('a file of another type is refused, and the possible types are named', async () => {
  const yaml = 'application/yaml, application/x-yaml, text/yaml, text/x-yaml';
  const types = `application/json, ${yaml}, multipart/form-data`;
  for (const type of ['text/plain', 'multipart/mixed', '']) {
    const answer = await service.owner.send('POST', `/threat-models/otm/${collectionId}`, {
      raw: new TextEncoder().encode(JSON.stringify(shop)),
      headers: type === '' ? {} : { 'content-type': type },
    });
    expect(answer).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type', detail: `the content type must be ${types}` },
    });
  }
});

// Files from other tools, outside the repository. If they are missing, the test below has no cases.
const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/otm');
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(fixtures, name)));
const readable = existsSync(fixtures)
  ? readdirSync(fixtures).filter((name) => readOtm(bytesOf(name)).ok)
  : [];

type Contents = ReturnType<typeof contentOf>;

/** Returns the contents without the parts that a layout of the given canvases changes. */
const withoutLayout = (contents: Contents, canvasIds: ReadonlySet<string>): Contents =>
  contents.map((content) => ({
    ...content,
    canvases: content.canvases.map((canvas) => {
      if (!canvasIds.has(canvas.id)) return canvas;
      const nodes = canvas.data.nodes.map(({ width: _width, height: _height, ...node }) => ({
        ...node,
        position: { x: 0, y: 0 },
      }));
      const edges = canvas.data.edges.map(({ data = {}, ...edge }) => {
        const { bends: _bends, shape: _shape, ...rest } = data;
        return { ...edge, data: rest };
      });
      return { ...canvas, data: { ...canvas.data, nodes, edges } };
    }),
  }));

/**
 * Returns the IDs of the canvases without positions in the file. The service lays these canvases out.
 */
const unplacedIn = (bytes: Uint8Array): ReadonlySet<string> => {
  const reading = readOtm(bytes);
  return new Set(reading.ok ? reading.models.flatMap(({ unplaced }) => unplaced) : []);
};

test.each(readable)('%s is exported as it was imported', async (name) => {
  const { ids } = await importing(new File([bytesOf(name)], name, { type: 'application/yaml' }));
  const exported: unknown[] = [];
  for (const id of ids) exported.push(await service.owner.api.threatModels.exportOtm({ id }));
  const contents = exported.flatMap((document) => contentOf(JSON.stringify(document)));
  const unplaced = unplacedIn(bytesOf(name));
  expect(withoutLayout(contents, unplaced)).toEqual(
    withoutLayout(contentOf(bytesOf(name)), unplaced),
  );
});
