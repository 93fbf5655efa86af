import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CanvasNode } from '#shared/canvas/document.ts';
import { documentsInWorkers } from '../documents/documents-in-workers.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { meanwhile } from './meanwhile.ts';

let service: TestService;
let collectionId: string;
beforeAll(async () => {
  service = await startTestService({ documents: documentsInWorkers() });
  ({ id: collectionId } = await service.owner.api.collections.create({ title: 'Large' }));
});
afterAll(async () => {
  await service.stop();
});

type Model = { id: string; canvasId: string };

const modelOf = async (nodes: CanvasNode[]): Promise<Model> => {
  const { id, canvases } = await service.owner.api.threatModels.create({
    title: 'Large',
    collectionId,
    canvasData: [{ title: 'Drawing', nodes, edges: [] }],
  });
  return { id, canvasId: canvases[0]?.id ?? '' };
};

const health = async () => await fetch(service.url.replace('/api/v1', '/health'));

describe('boundaries that are nested 5,000 deep', () => {
  const nested = Array.from({ length: 5000 }, (_, at) => ({
    id: `b${at}`,
    type: 'trustBoundaryNode',
    position: { x: 1, y: 1 },
    width: 200,
    height: 200,
    ...(at > 0 && { parentId: `b${at - 1}` }),
    data: { label: `Boundary ${at}` },
  }));

  test.each([
    ['an OTM document', '"id":"b4999"', ({ id }: Model) => `otm/${id}`],
    ['an SVG', 'Boundary 4999', ({ canvasId }: Model) => `image/${canvasId}?format=svg`],
    ['a graph', '"contains:b4999"', ({ canvasId }: Model) => `graph/${canvasId}`],
  ])('are exported as %s', async (_, last, pathOf) => {
    const path = `/threat-models/${pathOf(await modelOf(nested))}`;
    const { status, text } = await service.owner.send('GET', path);
    expect(status).toBe(200);
    expect(text.includes(last)).toBe(true);
  });
});

test('other clients are served while a large model is exported', async () => {
  const nodes = Array.from({ length: 4000 }, (_, at) => ({
    id: `n${at}`,
    type: 'processNode',
    position: { x: 200 * (at % 100), y: 2 * at },
    data: { label: `Process ${at}` },
  }));
  const { id } = await modelOf(nodes);
  const exported = service.owner.send('GET', `/threat-models/otm/${id}`);
  const { result, answered } = await meanwhile(exported, health);
  expect(result.status).toBe(200);
  expect(answered).toBeGreaterThan(4);
});
