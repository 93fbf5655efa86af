import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelStatuses, priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { modelOf } from './model-of.ts';
import { modelRecords } from './model-records.ts';
import { storeModel } from './store-model.ts';

let service: TestService;
let collectionId: string;
beforeAll(async () => {
  service = await startTestService();
  ({ id: collectionId } = await service.owner.api.collections.create({ title: 'Stored' }));
});
afterAll(async () => {
  await service.stop();
});

const text = fc.string({ unit: 'grapheme' });
const optional = fc.option(text);
const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0));
const instant = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const kept = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text), fc.constant(null)));

const mitigation = fc.record({
  id: text,
  title: text,
  definition: text,
  consideration: optional,
  explanation: optional,
  example: optional,
  question: optional,
  is_custom: fc.boolean(),
  status: fc.constantFrom('done', 'will', 'never', null),
  controls: fc.array(text, { maxLength: 2 }),
  kept,
});
const comments = fc
  .array(fc.record({ text, createdAt: instant }), { maxLength: 3 })
  .map((written) => written.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)));
const ids = { selector: ({ id }: { id: string }) => id, maxLength: 4 };

/** Generates a threat. IDs of threats and mitigations are unique within the model. */
const threatOf = (componentId: string) =>
  fc
    .record({
      id: text,
      title: text,
      description: text,
      source: optional,
      categories: fc.array(text, { maxLength: 2 }),
      references: fc.array(text, { maxLength: 2 }),
      likelihood: fc.constantFrom(...priorities, null),
      impact: fc.constantFrom(...priorities, null),
      owner: optional,
      due_date: fc.option(instant),
      accepted_reason: optional,
      accepted_by: optional,
      accepted_until: fc.option(instant),
      priority: fc.constantFrom(...priorities),
      status: fc.constantFrom(...threatStatuses),
      is_custom: fc.boolean(),
      mitigations: fc.uniqueArray(mitigation, ids),
      comments,
      kept,
    })
    .map((threat) => {
      const id = JSON.stringify([componentId, threat.id]);
      const mitigations = threat.mitigations.map((each) => ({
        ...each,
        id: JSON.stringify([id, each.id]),
      }));
      return { ...threat, id, mitigations };
    });

const dataShowing = (componentIds: string[]) =>
  fc.oneof(
    fc.record({ label: text }),
    fc.record({ label: text, componentId: fc.constantFrom(...componentIds), more: kept }),
  );
const node = (componentIds: string[]) =>
  fc.record({
    id: text,
    type: text,
    position: fc.record({ x: fc.integer(), y: fc.integer() }),
    data: dataShowing(componentIds),
  });
const edge = (componentIds: string[]) =>
  fc.record({ id: text, source: text, target: text, data: dataShowing(componentIds) });

const content: fc.Arbitrary<ModelContent> = fc
  .record({
    canvasIds: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
    componentIds: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
  })
  .chain(({ canvasIds, componentIds }) =>
    fc.record({
      id: text,
      title: text,
      description: text,
      status: fc.constantFrom(...modelStatuses),
      priority: fc.constantFrom(...priorities),
      due_to_date: fc.option(instant),
      retro_completed_at: fc.option(instant),
      time_invested: number,
      quality_of_model: number,
      when_to_revisit: number,
      archived_at: fc.option(instant),
      canvases: fc.tuple(
        ...canvasIds.map((id) =>
          fc.record({
            id: fc.constant(id),
            title: text,
            data: fc.record({
              nodes: fc.array(node(componentIds)),
              edges: fc.array(edge(componentIds)),
            }),
            kept,
          }),
        ),
      ),
      components: fc.tuple(
        ...componentIds.map((id) =>
          fc.record({
            id: fc.constant(id),
            canvasId: fc.constantFrom(...canvasIds),
            title: text,
            description: text,
            threats: fc.uniqueArray(threatOf(id), ids),
            kept,
          }),
        ),
      ),
      kept,
    }),
  );

test('a stored model is loaded unchanged, including IDs and order', async () => {
  const context = {
    database: service.database,
    caller: { userId: service.ownerId, role: 'owner' as const, tokenId: 'one' },
    now: new Date().toISOString(),
  };
  await fc.assert(
    fc.asyncProperty(content, async (model) => {
      const id = await storeModel(context, collectionId, model);
      expect(modelOf(await modelRecords(service.database, id))).toEqual(model);
    }),
    { numRuns: 60 },
  );
});

test('records with the same ID in their files stay separate in one model', async () => {
  const { api } = service.owner;
  const file = {
    otmVersion: '0.2.0',
    project: { name: 'Twin', id: 'twin' },
    components: [{ id: 'same', name: 'Same', type: 'process', parent: { trustZone: 'z' } }],
    trustZones: [{ id: 'z', name: 'Z', type: 'z', risk: { trustRating: 1 } }],
  };
  const body = new File([JSON.stringify(file)], 'twin.otm', { type: 'application/json' });
  const [one, two] = [
    await api.threatModels.importOtm({ params: { collectionId }, body }),
    await api.threatModels.importOtm({ params: { collectionId }, body }),
  ];
  const { canvases } = await api.threatModels.get({ id: one.id });
  for (const { id } of canvases) await api.canvases.update({ id, threatModelId: two.id });

  const { components } = modelOf(await modelRecords(service.database, two.id));
  expect(components.map(({ title }) => title)).toEqual(['Same', 'Same']);
  expect(new Set(components.map(({ id }) => id)).size).toBe(2);
});
