import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantTree, type SampleTree } from '../../testing/sample-tree.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let tree: SampleTree;
beforeAll(async () => {
  service = await startTestService();
  tree = await plantTree(service.owner);
});
afterAll(async () => {
  await service.stop();
});

/** This is text instead of an object literal, because `__proto__` in a literal sets the prototype. */
const data = `{
  "viewport": { "x": -3.25, "zoom": 0.1 },
  "nodes": [
    {
      "zIndex": 3, "id": "n", "type": "sketchNode", "__proto__": { "admin": true },
      "position": { "x": 0.1, "y": -1.7976931348623157e308, "z": 5e-324 },
      "constructor": { "prototype": null },
      "data": { "label": "\\u0000 \\ud83d\\ude80 \\u202e", "__proto__": 1, "toString": [], "": {} }
    }
  ],
  "edges": [
    { "id": "e", "source": "n", "target": "n", "sourceHandle": null, "data": { "hasOwnProperty": 0.30000000000000004 } }
  ]
}`;
const node = '{ "id": "n", "position": { "x": 1, "y": 2 }, "data": {}, "__proto__": "kept" }';
const headers = { 'content-type': 'application/json' };

/**
 * Normalizes JSON text for comparisons. `toEqual` cannot compare the values, because it ignores
 * `__proto__`.
 */
const textOf = (json: string) => JSON.stringify(JSON.parse(json));

describe('unknown keys of canvas data are preserved', () => {
  test('when a canvas is created, read, listed and changed', async () => {
    const raw = `{ "title": "C", "threatModelId": "${tree.threatModelId}", "data": ${data} }`;
    const created = await service.owner.send('POST', '/canvases', { raw, headers });
    expect(created.status).toBe(201);
    expect(created.text).toContain(`"data":${textOf(data)}`);

    const listed = await service.owner.send('GET', `/canvases/threat-model/${tree.threatModelId}`);
    expect(listed.text).toContain(`"data":${textOf(data)}`);

    const path = `/canvases/${tree.canvasId}`;
    await service.owner.send('PATCH', path, { raw: `{ "data": ${data} }`, headers });
    const read = await service.owner.send('GET', path);
    expect(read.text).toContain(`"data":${textOf(data)}`);
  });

  test('when it is created with its threat model', async () => {
    const raw = `{ "title": "M", "collectionId": "${tree.collectionId}",
      "canvasData": [{ "title": "C", "nodes": [${node}] }] }`;
    await service.owner.send('POST', '/threat-models', { raw, headers });
    const { items } = await service.owner.api.threatModels.listByCollection({
      collectionId: tree.collectionId,
    });
    const canvasId = items.find(({ title }) => title === 'M')?.canvases[0]?.id ?? '';
    const read = await service.owner.send('GET', `/canvases/${canvasId}`);
    expect(read.text).toContain(`"data":{"nodes":[${textOf(node)}],"edges":[]}`);
  });
});

test('a canvas with invalid nodes is refused with the path', async () => {
  const broken = { nodes: [{ id: 'n', position: { x: 1, y: 'two' }, data: {} }], edges: {} };
  const json = { title: 'C', threatModelId: tree.threatModelId, data: broken };
  expect(await service.owner.send('POST', '/canvases', { json })).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      issues: [{ path: 'data.nodes[0].position.y' }, { path: 'data.edges' }],
    },
  });
});
