import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

describe.each([
  ['attribute', '/codex/attributes', 'attributes'],
  ['mitigation', '/codex/mitigations', 'mitigations'],
  ['threat', '/codex/threats', 'threats'],
])('a codex %s', (kind, path, many) => {
  const createMany = async (...titles: string[]): Promise<string[]> => {
    const json = { [many]: titles.map((title) => ({ title })) };
    const { body } = await service.owner.send('POST', `${path}/many`, { json });
    return z
      .array(z.object({ id: z.string() }))
      .parse(body)
      .map(({ id }) => id);
  };
  const count = async () => {
    const { body } = await service.owner.send('GET', path);
    return z.object({ count: z.number() }).parse(body).count;
  };
  const missing = (id: string) => ({
    status: 404,
    body: { code: 'not_found', detail: `codex ${kind} ${id} not found` },
  });

  test('that does not exist is 404 for every request', async () => {
    const { send } = service.owner;
    expect(await send('GET', `${path}/none`)).toMatchObject(missing('none'));
    expect(await send('PUT', `${path}/none`, { json: { title: 'T' } })).toMatchObject(
      missing('none'),
    );
    expect(await send('DELETE', `${path}/none`)).toMatchObject(missing('none'));
  });

  test('is deleted with others, or none is if one does not exist', async () => {
    const { send } = service.owner;
    const [first = '', second = '', third = ''] = await createMany('One', 'Two', 'Three');
    const before = await count();
    const ids = [first, 'none', second, 'neither'];
    expect(await send('DELETE', `${path}/many`, { json: { ids } })).toMatchObject(missing('none'));
    expect(await count()).toBe(before);

    const json = { ids: [first, second, first] };
    expect(await send('DELETE', `${path}/many`, { json })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(await count()).toBe(before - 2);
    expect(await send('GET', `${path}/${third}`)).toMatchObject({ status: 200 });
    expect(await send('DELETE', `${path}/many`, { json: { ids: [] } })).toMatchObject({
      status: 400,
    });
  });

  test('is created with others, or none is if one is not valid', async () => {
    const before = await count();
    const json = { [many]: [{ title: 'Good' }, { title: ' ' }] };
    expect(await service.owner.send('POST', `${path}/many`, { json })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', issues: [{ path: `${many}[1].title` }] },
    });
    expect(await count()).toBe(before);
  });

  test('is read by users, and changed by those with the scope', async () => {
    const [id = ''] = await createMany('Guarded');
    const user = await service.clientOf(await service.addUser('user'));
    expect(await user.send('GET', `${path}/${id}`)).toMatchObject({ status: 200 });
    expect(await user.send('GET', `${path}/search?text=guard`)).toMatchObject({
      status: 200,
      body: [{ id }],
    });
    const refused = { status: 403, body: { requiredScope: 'codex:write' } };
    expect(await user.send('POST', path, { json: { title: 'Mine' } })).toMatchObject(refused);
    expect(await user.send('DELETE', `${path}/${id}`)).toMatchObject(refused);
    const admin = await service.clientOf(await service.addUser('admin', ['codex:write']));
    expect(await admin.send('DELETE', `${path}/${id}`)).toMatchObject({ status: 204 });
  });
});
