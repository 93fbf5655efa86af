import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantTree } from '../../testing/sample-tree.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const resources = [{ url: 'https://example.org/tls', title: 'On TLS' }];
const titlesOf = (items: { title: string }[]) => items.map(({ title }) => title);

describe('an attribute', () => {
  test('is created with its aliases, of which its title is the first', async () => {
    const { api } = service.owner;
    const made = await api.codexAttributes.create({
      title: 'Encrypted',
      description: 'On its way',
      aliases: ['TLS', 'SSL', 'TLS', 'Encrypted', 'tls'],
      resources,
    });
    expect(made).toEqual({
      id: made.id,
      created_at: made.created_at,
      title: 'Encrypted',
      description: 'On its way',
      aliases: made.aliases,
      resources,
    });
    expect(titlesOf(made.aliases)).toEqual(['Encrypted', 'TLS', 'SSL', 'tls']);
    const aliases = titlesOf(made.aliases);
    expect(await api.codexAttributes.get({ id: made.id })).toEqual({ ...made, aliases });

    const { resources: _, ...listed } = { ...made, aliases };
    const { items } = await api.codexAttributes.list({ limit: 200 });
    expect(items).toContainEqual(listed);
  });

  test('only needs a title', async () => {
    const made = await service.owner.api.codexAttributes.create({ title: 'Bare' });
    expect(made).toMatchObject({ description: '', resources: null });
    expect(titlesOf(made.aliases)).toEqual(['Bare']);
  });

  test('is replaced as a whole, and remaining aliases keep their rows', async () => {
    const { api, send } = service.owner;
    const made = await api.codexAttributes.create({
      title: 'Public',
      description: 'Seen by all',
      aliases: ['Open', 'Internet'],
      resources,
    });
    const json = {
      // PUT ignores these fields.
      id: 'another',
      created_at: '2000-01-01T00:00:00.000Z',
      updated_at: '2000-01-01T00:00:00.000Z',
      deleted_at: '2000-01-01T00:00:00.000Z',
      codex: { id: 'another' },
      title: 'Exposed',
      aliases: ['Internet', 'Outside', 'Public'],
    };
    const answer = await send('PUT', `/codex/attributes/${made.id}`, { json });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: made.id,
        created_at: made.created_at,
        title: 'Exposed',
        description: '',
        resources: null,
      },
    });
    const { aliases } = await api.codexAttributes.replace({
      id: made.id,
      title: 'Exposed',
      aliases: json.aliases,
    });
    expect(answer.body).toMatchObject({ aliases });
    expect(titlesOf(aliases)).toEqual(['Exposed', ...json.aliases]);
    const idOf = (list: typeof aliases, wanted: string) =>
      list.find(({ title }) => title === wanted)?.id;
    for (const title of ['Public', 'Internet']) {
      expect(idOf(aliases, title)).toBe(idOf(made.aliases, title));
    }
    expect((await api.codexAttributes.get({ id: made.id })).aliases).toEqual(titlesOf(aliases));
  });

  test('is replaced only if it matches If-Match', async () => {
    const { api, send } = service.owner;
    const { id } = await api.codexAttributes.create({ title: 'Contested' });
    const path = `/codex/attributes/${id}`;
    const tag = (await send('GET', path)).headers.get('etag') ?? '';
    const put = { json: { title: 'Contested', aliases: ['One'] }, headers: { 'if-match': tag } };
    expect(await send('PUT', path, put)).toMatchObject({ status: 200 });
    const outdated = { status: 412, body: { code: 'precondition_failed' } };
    expect(await send('PUT', path, put)).toMatchObject(outdated);
    expect(await send('DELETE', path, { headers: put.headers })).toMatchObject(outdated);
  });

  test('is removed from components when it is deleted', async () => {
    const { api } = service.owner;
    const { componentId } = await plantTree(service.owner);
    const [goes, stays] = [
      await api.codexAttributes.create({ title: 'Goes', aliases: ['Leaves'] }),
      await api.codexAttributes.create({ title: 'Stays' }),
    ];
    const attributes = [{ id: goes.id }, { id: stays.id }];
    const before = await api.components.update({ id: componentId, attributes });
    expect(titlesOf(before.attributes)).toEqual(['Goes', 'Stays']);
    await api.codexAttributes.delete({ id: goes.id });
    const after = await api.components.get({ id: componentId });
    expect(titlesOf(after.attributes)).toEqual(['Stays']);
    expect(await api.codexAttributes.search({ text: 'Leaves' })).toEqual([]);
  });
});

test('attributes that are created together are returned as full records', async () => {
  const { api } = service.owner;
  const [first, second, ...rest] = await api.codexAttributes.createMany({
    attributes: [{ title: 'Stores cards', aliases: ['PAN'], resources }, { title: 'Stores keys' }],
  });
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ title: 'Stores cards', resources, deleted_at: null });
  expect(second).toMatchObject({ title: 'Stores keys', resources: null, deleted_at: null });
  expect(titlesOf(first?.aliases ?? [])).toEqual(['Stores cards', 'PAN']);
  expect(first?.aliases[1]).toMatchObject({ created_at: first?.created_at, deleted_at: null });
  expect(second?.codex).toEqual(first?.codex);
  expect(await api.codexAttributes.get({ id: first?.id ?? '' })).toMatchObject({
    aliases: ['Stores cards', 'PAN'],
  });
});

test('attributes are found by any part of their title or of an alias, ignoring case', async () => {
  const { api, send } = service.owner;
  await api.codexAttributes.createMany({
    attributes: [
      { title: 'ÜBERTRAGUNG', aliases: ['Übertragen', 'Wire'] },
      { title: 'Funkübertragung' },
      { title: 'Kabel', aliases: ['WIRED'] },
    ],
  });
  const found = async (text: string) => titlesOf(await api.codexAttributes.search({ text }));
  expect(await found('übertrag')).toEqual(['ÜBERTRAGUNG', 'Funkübertragung']);
  expect(await found('wire')).toEqual(['ÜBERTRAGUNG', 'Kabel']);
  expect(await found('100%_')).toEqual([]);
  const { items } = await api.codexAttributes.list({ limit: 200 });
  expect(await api.codexAttributes.search({ text: '' })).toEqual(items);
  expect(await send('GET', '/codex/attributes/search')).toMatchObject({ status: 400 });
});

test('concurrent first requests create only one codex', async () => {
  const empty = await startTestService();
  const answers = await Promise.all(
    ['One', 'Two', 'Three', 'Four', 'Five'].map(
      async (title) =>
        await empty.owner.api.codexAttributes.createMany({ attributes: [{ title }] }),
    ),
  );
  const codices = await empty.database.selectFrom('codices').selectAll().execute();
  await empty.stop();
  expect(codices).toHaveLength(1);
  expect(answers.flat().map(({ codex }) => codex)).toEqual(answers.map(() => codices[0]));
});
