import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

test('a graph counts the open threats of a component that was created on another canvas', async () => {
  const { api } = service.owner;
  const { id: collectionId } = await api.collections.create({ title: 'Graphs' });
  const { canvases } = await api.threatModels.create({
    title: 'Shop',
    collectionId,
    canvasData: [
      { title: 'Context', nodes: [], edges: [] },
      { title: 'Detail', nodes: [], edges: [] },
    ],
  });
  const [context, detail] = canvases.map(({ id }) => id);
  if (context === undefined || detail === undefined) throw new Error('no canvases');
  const { id: componentId } = await api.components.create({ title: 'API', canvasId: context });
  const open = await api.threats.create({ title: 'Spoofing', componentId });
  await api.threats.create({ title: 'Tampering', componentId });
  await api.threats.update({ id: open.id, status: 'mitigated' });
  const node = { id: 'n', type: 'processNode', position: { x: 0, y: 0 } };
  await api.canvases.update({
    id: detail,
    data: { nodes: [{ ...node, data: { label: 'API', componentId } }], edges: [] },
  });
  const { nodes } = await api.threatModels.graph({ canvasId: detail });
  expect(nodes).toMatchObject([
    { id: 'n', properties: { name: 'API', kind: 'process', openThreats: 1 } },
  ]);
});
