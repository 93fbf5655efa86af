import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { latestMigration } from './database/migrate.ts';
import { createService } from './service.ts';
import { openTestDatabase } from './testing/test-database.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const node = { id: 'n1', type: 'processNode', position: { x: 0, y: 0 }, data: { label: 'Shop' } };

describe('collections', () => {
  test('are created with their threat models and canvases', async () => {
    const { api } = service.owner;
    const made = await api.collections.create({
      title: 'Payments',
      description: 'Everything with money',
      threatModelsData: [
        {
          title: 'Checkout',
          description: 'Card to cash',
          canvasData: [{ title: 'Context', nodes: [node], edges: [] }, { title: 'Detail' }],
        },
        { title: 'Refunds' },
      ],
    });
    expect(made).toMatchObject({
      title: 'Payments',
      color: null,
      created_by: { id: service.ownerId },
    });
    expect(made.threat_models.map(({ canvases }) => canvases.length)).toEqual([2, 0]);

    const { items, count } = await api.threatModels.listByCollection({ collectionId: made.id });
    expect(count).toBe(2);
    expect(items.map(({ title }) => title)).toEqual(['Checkout', 'Refunds']);
    expect(items[0]).toMatchObject({
      canvases: made.threat_models[0]?.canvases,
      collection: { id: made.id, title: 'Payments', color: null, type: 'default' },
      owner: { id: service.ownerId, email: 'owner@example.org' },
    });
    const { data } = await api.canvases.get({ id: items[0]?.canvases[0]?.id ?? '' });
    expect(data).toEqual({ nodes: [node], edges: [] });
  });

  test('are listed, retrieved, changed, and deleted', async () => {
    const { api } = service.owner;
    const { id } = await api.collections.create({ title: 'Identity' });
    const changed = await api.collections.update({ id, title: 'People', color: '#4c6ef5' });
    expect(changed).toMatchObject({ id, title: 'People', color: '#4c6ef5', description: null });
    expect(await api.collections.get({ id })).toEqual(changed);
    expect((await api.collections.list({ limit: 200 })).items).toContainEqual(changed);

    await api.collections.delete({ id });
    expect(await service.owner.send('GET', `/collections/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', deleted: true, detail: `the collection ${id} was deleted` },
    });
    expect(await service.owner.send('GET', '/collections/never')).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'collection never not found' },
    });
  });
});

describe('threat models', () => {
  test('are created individually or together, changed, and deleted', async () => {
    const { api } = service.owner;
    const { id: collectionId } = await api.collections.create({ title: 'Models' });
    const one = await api.threatModels.create({
      title: 'One',
      collectionId,
      canvasData: [{ title: 'Drawing' }],
    });
    expect(one).toMatchObject({ status: 'Representation', priority: 'medium', due_to_date: null });
    expect(one.canvases).toHaveLength(1);
    const many = await api.threatModels.createMany({
      collectionId,
      threatModelsData: [{ title: 'Two' }, { title: 'Three' }],
    });
    expect(many.map(({ title }) => title)).toEqual(['Two', 'Three']);

    const changed = await api.threatModels.update({
      id: one.id,
      status: 'Threats & Mitigations',
      priority: 'high',
      due_to_date: '2027-01-31T12:00:00Z',
      time_invested: 1.5,
      quality_of_model: 4,
      when_to_revisit: 90,
    });
    expect(changed).toMatchObject({
      title: 'One',
      status: 'Threats & Mitigations',
      due_to_date: '2027-01-31T12:00:00.000Z',
      time_invested: 1.5,
    });
    expect(await api.threatModels.get({ id: one.id })).toEqual(changed);

    await api.threatModels.delete({ id: one.id });
    const { items } = await api.threatModels.listByCollection({ collectionId });
    expect(items.map(({ title }) => title)).toEqual(['Two', 'Three']);
  });

  test('are listed only on request if they are archived', async () => {
    const { api } = service.owner;
    const { id: collectionId } = await api.collections.create({ title: 'Archive' });
    const { id } = await api.threatModels.create({ title: 'Old', collectionId });
    await api.threatModels.update({ id, archived_at: '2026-05-01T00:00:00.000Z' });

    expect((await api.threatModels.listByCollection({ collectionId })).count).toBe(0);
    const all = await api.threatModels.list({ include_archived: 'true', limit: 200 });
    expect(all.items.find((model) => model.id === id)?.archived_at).toBe(
      '2026-05-01T00:00:00.000Z',
    );
    const without = await api.threatModels.list({ limit: 200 });
    expect(without.items.some((model) => model.id === id)).toBe(false);

    await api.threatModels.update({ id, archived_at: null });
    expect((await api.threatModels.listByCollection({ collectionId })).count).toBe(1);
  });
});

describe('the content of a threat model', () => {
  test('consists of canvases, components, threats, mitigations, and comments', async () => {
    const { api } = service.owner;
    const { id: collectionId } = await api.collections.create({ title: 'Tree' });
    const { id: threatModelId } = await api.threatModels.create({ title: 'Tree', collectionId });

    const canvas = await api.canvases.create({ title: 'Drawing', threatModelId });
    expect(canvas).toMatchObject({ format: 'diagram', data: { nodes: [], edges: [] } });
    const drawn = await api.canvases.update({
      id: canvas.id,
      data: { nodes: [node], edges: [{ id: 'e', source: 'n1', target: 'n1' }] },
    });
    expect(drawn.updated_at > canvas.updated_at).toBe(true);
    expect(await api.canvases.list({ threatModelId })).toEqual({ items: [drawn], count: 1 });

    const component = await api.components.create({ canvasId: canvas.id, title: 'Shop' });
    expect(component).toMatchObject({ description: '', attributes: [], threats: [] });
    await api.components.update({ id: component.id, description: 'Sells' });

    const threat = await api.threats.create({ title: 'Theft', componentId: component.id });
    expect(threat).toMatchObject({
      ref_id: 'T-1',
      priority: 'medium',
      status: 'open',
      source: null,
      is_custom: true,
      component: { id: component.id },
    });
    const accepted = await api.threats.update({ id: threat.id, status: 'accepted' });
    expect(await api.threats.get({ id: threat.id })).toEqual(accepted);
    expect((await api.threats.list({})).items).toContainEqual(accepted);

    const mitigation = await api.mitigations.create({ threatId: threat.id, title: 'Guards' });
    expect(mitigation).toMatchObject({ definition: '', question: null, status: null });
    const updated = await api.mitigations.update({ id: mitigation.id, status: 'done' });
    expect(await api.mitigations.get({ id: mitigation.id })).toEqual(updated);
    expect(await api.mitigations.listForThreat({ threatId: threat.id })).toEqual([updated]);
    expect((await api.mitigations.list({})).items).toContainEqual(updated);
    expect(await api.threats.listForComponent({ componentId: component.id })).toEqual([
      {
        id: threat.id,
        title: 'Theft',
        status: 'accepted',
        is_custom: true,
        neutralized_by: [mitigation.id],
      },
    ]);

    const comment = await api.comments.create({ threatId: threat.id, text: 'Really?' });
    expect(comment).toMatchObject({ is_edited: false, user: { id: service.ownerId } });
    const same = await api.comments.update({ id: comment.id, text: 'Really?' });
    expect(same).toMatchObject({ is_edited: false });
    const edited = await api.comments.update({ id: comment.id, text: 'Really!' });
    expect(edited).toMatchObject({ text: 'Really!', is_edited: true });
    expect(await api.comments.get({ id: comment.id })).toEqual(edited);
    const [second] = await api.comments.createMany([
      { threatId: threat.id, userId: service.ownerId, text: 'And another' },
    ]);
    const { items } = await api.comments.list({ sort: 'text', order: 'DESC' });
    expect(items).toEqual([edited, second]);
    const ofThreat = await api.comments.listForThreat({ threatId: threat.id });
    expect(ofThreat.map(({ text }) => text)).toEqual(['Really!', 'And another']);

    const { threats } = await api.components.get({ id: component.id });
    expect(threats).toEqual([
      { id: threat.id, title: 'Theft', status: 'accepted', is_custom: true },
    ]);
    const [listed] = await api.components.listForCanvas({ canvasId: canvas.id });
    expect(listed).toMatchObject({ title: 'Shop', description: 'Sells', attributes: [], threats });
    expect((await api.components.list({})).items[0]).toMatchObject({ canvas: { id: canvas.id } });

    await api.comments.delete({ id: comment.id });
    await api.mitigations.delete({ id: mitigation.id });
    await api.threats.delete({ id: threat.id });
    await api.components.delete({ id: component.id });
    await api.canvases.delete({ id: canvas.id });
    expect((await api.canvases.list({ threatModelId })).count).toBe(0);
  });

  test('is deleted with its parent', async () => {
    const { api } = service.owner;
    const { id: collectionId } = await api.collections.create({ title: 'Doomed' });
    const { id: threatModelId } = await api.threatModels.create({ title: 'Doomed', collectionId });
    const { id: canvasId } = await api.canvases.create({ title: 'Drawing', threatModelId });
    const { id: componentId } = await api.components.create({ canvasId, title: 'Shop' });
    const { id: threatId } = await api.threats.create({ title: 'Theft', componentId });
    const { id: mitigationId } = await api.mitigations.create({ title: 'Guards', threatId });
    const { id: commentId } = await api.comments.create({ text: 'Really?', threatId });

    await api.collections.delete({ id: collectionId });
    for (const path of [
      `/threat-models/${threatModelId}`,
      `/canvases/${canvasId}`,
      `/components/${componentId}`,
      `/threats/${threatId}`,
      `/mitigations/${mitigationId}`,
      `/comments/${commentId}`,
    ]) {
      expect(await service.owner.send('GET', path)).toMatchObject({ status: 404 });
    }
  });
});

describe('threats', () => {
  test('are numbered per threat model, and a number is never reused', async () => {
    const { api } = service.owner;
    const { id: collectionId } = await api.collections.create({ title: 'Counted' });
    const componentOf = async (title: string) => {
      const { canvases } = await api.threatModels.create({
        title,
        collectionId,
        canvasData: [{ title }],
      });
      return (await api.components.create({ canvasId: canvases[0]?.id ?? '', title })).id;
    };
    const componentId = await componentOf('First');
    const one = await api.threats.create({ title: 'A', componentId });
    const two = await api.threats.create({ title: 'B', componentId });
    await api.threats.delete({ id: two.id });
    const three = await api.threats.create({ title: 'C', componentId });
    const other = await api.threats.create({
      title: 'D',
      componentId: await componentOf('Second'),
    });
    expect([one, two, three, other].map(({ ref_id }) => ref_id)).toEqual([
      'T-1',
      'T-2',
      'T-3',
      'T-1',
    ]);
  });

  test('get numbers of the threat model to which their canvas is moved', async () => {
    const { api } = service.owner;
    const { id: collectionId } = await api.collections.create({ title: 'Moved' });
    const [from, to] = await api.threatModels.createMany({
      collectionId,
      threatModelsData: [
        { title: 'From', canvasData: [{ title: 'Moving' }] },
        { title: 'To', canvasData: [{ title: 'Staying' }] },
      ],
    });
    const threatOn = async (canvasId = '') => {
      const { id: componentId } = await api.components.create({ canvasId, title: 'C' });
      return await api.threats.create({ title: 'T', componentId });
    };
    const canvasId = from?.canvases[0]?.id ?? '';
    const moved = await threatOn(canvasId);
    await threatOn(to?.canvases[0]?.id);

    const canvas = await api.canvases.update({ id: canvasId, threatModelId: to?.id ?? '' });
    expect(canvas.threat_model.id).toBe(to?.id);
    expect((await api.threats.get({ id: moved.id })).ref_id).toBe('T-2');
  });
});

describe('outside of the API', () => {
  const logger = { info: () => undefined, error: () => undefined };
  const asked = async (target: string, method = 'GET', database = service.database) =>
    await createService({ database, logger }).answer({
      method,
      target,
      header: () => null,
      body: null,
      address: undefined,
      signal: new AbortController().signal,
    });

  test.each(['//x/api/v1/roles', '//x', '*', 'http://[', '', '/', '/api/v1', '/api/v2/roles'])(
    '%j is not found',
    async (target) => {
      expect(await asked(target)).toMatchObject({ status: 404 });
    },
  );

  test.each(['/health', '/ready', '/api/v1/openapi.json'])(
    '%s can only be read',
    async (target) => {
      expect(await asked(target, 'POST')).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
      });
    },
  );

  test('the service is alive, but not ready, without its database', async () => {
    const ok = { status: 200, body: '{"status":"ok"}' };
    expect(await asked('/health')).toMatchObject(ok);
    expect(await asked('/ready')).toMatchObject(ok);
    const { database, close } = await openTestDatabase();
    await close();
    const body = '{"status":"unavailable"}';
    expect(await asked('/ready', 'GET', database)).toMatchObject({ status: 503, body });
    expect(await asked('/health', 'GET', database)).toMatchObject(ok);
  });

  test('the service is not ready on a database that lacks a migration', async () => {
    const { database, close } = await openTestDatabase();
    await database.deleteFrom('applied_migrations').where('name', '=', latestMigration).execute();
    expect(await asked('/ready', 'GET', database)).toMatchObject({ status: 503 });
    await close();
  });
});
