import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Role } from '#shared/api/enumerations.ts';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { maintainCounts } from './database/count-maintenance.ts';
import { migrate } from './database/migrate.ts';
import { openPostgres } from './database/postgres.ts';
import { ensureOwner, issueApiToken } from './provision.ts';
import { useRealSecrets } from './testing/cheap-secrets.ts';
import { startInstances, type Instances, type Deployment } from './testing/instances.ts';
import { plantTree, type SampleTree } from './testing/sample-tree.ts';
import { createClient, type TestClient } from './testing/test-client.ts';
import { createPostgresDatabase } from './testing/test-database.ts';
import { addUser } from './testing/test-service.ts';

beforeAll(useRealSecrets);

// These tests need PostgreSQL, because only one instance can use an SQLite file.
const serverUrl = inject('postgresUrl') ?? '';

const scopes = ['*:read', '*:write'];
/** Runs `work` on all items concurrently. */
const each = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => await Promise.all(items.map(work));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const threatSchema = z.object({ id: z.string(), ref_id: z.string(), description: z.string() });
type Threat = z.infer<typeof threatSchema>;
const canvasSchema = z.object({ data: canvasDocumentSchema });

/**
 * The paths of the API's lists, each with the table of its records. The owner sees all of these records.
 */
const lists = {
  '/collections': 'collections',
  '/threat-models': 'threat_models',
  '/components': 'components',
  '/threats': 'threats',
  '/mitigations': 'mitigations',
  '/comments': 'comments',
} as const;

type Answer = Awaited<ReturnType<TestClient['send']>>;

/** Sends a request again until its status is no longer 429. */
const patiently = async (send: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await send();
    if (answer.status !== 429) return answer;
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
};

const deployments: Deployment[] = ['in one process', 'in processes of their own'];

describe.each(deployments)('three instances %s', (deployment) => {
  let instances: Instances;
  /** One client for each instance. All of them act as the owner. */
  let clients: TestClient[];
  let tree: SampleTree;

  /** Returns the client of the instance that a load balancer would pick for this request. */
  const turn = (index: number): TestClient => {
    const client = clients[index % clients.length];
    if (!client) throw new Error('there are no clients');
    return client;
  };
  const clientsOf = async (userId: string): Promise<TestClient[]> => {
    const { urls, database } = instances;
    const credentials = await issueApiToken(database, { userId, name: randomUUID(), scopes });
    return await each(urls, async (url) => await createClient(url, credentials));
  };
  const newUser = async (role: Role): Promise<string> =>
    await addUser(instances.database, role, []);

  beforeAll(async () => {
    instances = await startInstances(serverUrl, deployment);
    const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };
    const { id } = await ensureOwner(instances.database, person);
    clients = await clientsOf(id);
    tree = await plantTree(turn(0));
  });
  afterAll(async () => {
    await instances.stop();
  });

  /** Changes a record. Repeats the read and the write until no other client has written in between. */
  const change = async (
    client: TestClient,
    path: string,
    changed: (body: unknown) => unknown,
  ): Promise<void> => {
    for (;;) {
      const { body, headers } = await client.send('GET', path);
      const sent = { json: changed(body), headers: { 'if-match': headers.get('etag') ?? '' } };
      const { status } = await patiently(async () => await client.send('PATCH', path, sent));
      if (status === 200) return;
      expect(status).toBe(412);
    }
  };

  const createThreat = async (client: TestClient, componentId: string): Promise<Threat> => {
    const json = { title: 'Threat', componentId };
    const answer = await patiently(async () => await client.send('POST', '/threats', { json }));
    expect(answer.status).toBe(201);
    return threatSchema.parse(answer.body);
  };

  test('lose no change that is made with If-Match', async () => {
    const { threatId, canvasId } = await plantTree(turn(0));
    const marks = numbers(15).map((index) => `<${index}>`);
    await each(marks, async (mark, index) => {
      await change(turn(index), `/threats/${threatId}`, (body) => {
        return { description: `${threatSchema.parse(body).description}${mark}` };
      });
    });
    const { description } = await turn(0).api.threats.get({ id: threatId });
    expect(marks.filter((mark) => !description.includes(mark))).toEqual([]);

    await each(marks, async (mark, index) => {
      await change(turn(index), `/canvases/${canvasId}`, (body) => {
        const { nodes, edges } = canvasSchema.parse(body).data;
        const node = { id: mark, position: { x: 0, y: 0 }, data: {} };
        return { data: { nodes: [...nodes, node], edges } };
      });
    });
    const { data } = await turn(1).api.canvases.get({ id: canvasId });
    expect(data.nodes.map(({ id }) => id).toSorted()).toEqual(marks.toSorted());
  });

  test('do a request once that is sent to all of them with one key', async () => {
    const { id: collectionId } = await turn(0).api.collections.create({ title: 'Once' });
    const requests = numbers(8).map((index) => ({
      json: { collectionId, threatModelsData: [{ title: `A ${index}` }, { title: `B ${index}` }] },
      headers: { 'idempotency-key': randomUUID() },
    }));
    const answers = await each(requests, async (request) => {
      return await each(numbers(6), async (index) => {
        const send = async () => await turn(index).send('POST', '/threat-models/many', request);
        return await patiently(send);
      });
    });
    for (const same of answers) {
      expect(new Set(same.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(same[0]?.status).toBe(201);
    }
    for (const { api } of clients) {
      const { count } = await api.threatModels.listByCollection({ collectionId });
      expect(count).toBe(2 * requests.length);
    }
  });

  test('give every threat of a model a unique number, without gaps', async () => {
    const { id: collectionId } = await turn(0).api.collections.create({ title: 'Numbered' });
    const { canvases } = await turn(0).api.threatModels.create({
      title: 'Numbered',
      collectionId,
      canvasData: [{ title: 'One' }, { title: 'Two' }],
    });
    const components = await each(canvases, async ({ id: canvasId }) => {
      return (await turn(0).api.components.create({ title: 'Component', canvasId })).id;
    });
    const threats = await each(numbers(40), async (index) => {
      return await createThreat(turn(index), components[index % components.length] ?? '');
    });
    expect(new Set(threats.map(({ id }) => id)).size).toBe(threats.length);
    const given = threats.map(({ ref_id }) => ref_id).toSorted();
    expect(given).toEqual(
      numbers(40)
        .map((index) => `T-${index + 1}`)
        .toSorted(),
    );
  });

  test('create concurrently in one model without refusing anyone', async () => {
    const { componentId } = await plantTree(turn(0));
    const answers = await each(numbers(64), async (index) => {
      const json = { title: `Threat ${index}`, componentId };
      return await turn(index).send('POST', '/threats', { json });
    });
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    const refs = answers.map(({ body }) => threatSchema.parse(body).ref_id);
    expect(new Set(refs).size).toBe(answers.length);
  });

  test('count without errors, however many clients increment', async () => {
    const { threatId } = await plantTree(turn(0));
    const path = `/threats/${threatId}`;
    await turn(0).send('PATCH', path, { json: { description: '0' } });
    await each(numbers(6), async (index) => {
      for (const _ of numbers(10)) {
        await change(turn(index), path, (body) => ({
          description: `${Number(threatSchema.parse(body).description) + 1}`,
        }));
      }
    });
    expect((await turn(0).api.threats.get({ id: threatId })).description).toBe('60');
  });

  test('put records that are created in a canvas while it is moved into the right collection', async () => {
    const [first, second] = [await plantTree(turn(0)), await plantTree(turn(0))];
    const { canvasId, componentId, threatId } = first;
    const models = [second.threatModelId, first.threatModelId];
    const moves = (async () => {
      for (const index of numbers(8)) {
        const json = { threatModelId: models[index % 2] };
        const send = async () => await turn(index).send('PATCH', `/canvases/${canvasId}`, { json });
        expect((await patiently(send)).status).toBe(200);
      }
    })();
    const made = await each(numbers(24), async (index) => {
      const [path, json] =
        index % 2 === 0
          ? ['/mitigations', { title: 'Mitigation', threatId }]
          : ['/threats', { title: 'Threat', componentId }];
      return await patiently(async () => await turn(index).send('POST', path, { json }));
    });
    await moves;
    expect(made.filter(({ status }) => status !== 201)).toEqual([]);
    for (const table of ['components', 'threats', 'mitigations', 'comments'] as const) {
      const strays = await instances.database
        .selectFrom(table)
        .where('collection_id', '=', second.collectionId)
        .where('id', 'not in', Object.values(second))
        .select('id')
        .execute();
      expect([table, strays]).toEqual([table, []]);
    }
    const { rows } = await sql`
      select threat_model_id, ref_number from threats
      join components on components.id = component_id join canvases on canvases.id = canvas_id
      group by threat_model_id, ref_number having count(*) > 1`.execute(instances.database);
    expect(rows).toEqual([]);
  });

  test('serve concurrent writers of the same record, or ask them to retry', async () => {
    const { collectionId, componentId } = await plantTree(turn(0));
    const paths = [`/collections/${collectionId}`, `/components/${componentId}`];
    const answers = await each(numbers(60), async (index) => {
      const json = { description: `${index}` };
      return await turn(index).send('PATCH', paths[index % 2] ?? '', { json });
    });
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.filter(({ status }) => status !== 429)).toEqual([]);
    expect(others.filter(({ headers }) => !headers.get('retry-after'))).toEqual([]);
  });

  test('all refuse a token, an account, and a role as soon as it ends', async () => {
    const { database } = instances;
    const path = `/collections/${tree.collectionId}`;
    const statuses = async (those: TestClient[]) =>
      await each(those, async (client) => (await client.send('GET', path)).status);

    const [revoked, disabled, demoted] = [
      await newUser('super_admin'),
      await newUser('super_admin'),
      await newUser('super_admin'),
    ];
    const [ofRevoked, ofDisabled, ofDemoted] = [
      await clientsOf(revoked),
      await clientsOf(disabled),
      await clientsOf(demoted),
    ];
    for (const those of [ofRevoked, ofDisabled, ofDemoted]) {
      expect(await statuses(those)).toEqual([200, 200, 200]);
    }
    await database.deleteFrom('api_tokens').where('user_id', '=', revoked).execute();
    expect(await statuses(ofRevoked)).toEqual([401, 401, 401]);
    await turn(0).api.users.disable({ id: disabled });
    expect(await statuses(ofDisabled)).toEqual([403, 403, 403]);
    await turn(1).api.users.changeRole({ id: demoted, role: 'user' });
    expect(await statuses(ofDemoted)).toEqual([404, 404, 404]);
  });

  test('refuse every request that is sent after an account is disabled, however many arrive', async () => {
    const userId = await newUser('super_admin');
    const those = await clientsOf(userId);
    const state = { isDisabled: false };
    const answers: { wasDisabled: boolean; status: number }[] = [];
    const asking = numbers(12).map(async (index) => {
      for (const times of numbers(20)) {
        const wasDisabled = state.isDisabled;
        const { status } = (await those[(index + times) % 3]?.send('GET', '/roles')) ?? {
          status: 0,
        };
        answers.push({ wasDisabled, status });
      }
    });
    await turn(0).api.users.disable({ id: userId });
    state.isDisabled = true;
    await Promise.all(asking);
    const after = answers.filter(({ wasDisabled }) => wasDisabled);
    expect(after.length).toBeGreaterThan(20);
    expect(after.filter(({ status }) => status !== 403)).toEqual([]);
  }, 60_000);

  test('count exactly, whoever creates and deletes meanwhile', async () => {
    const { componentId } = await plantTree(turn(0));
    await each(numbers(30), async (index) => {
      const { id } = await createThreat(turn(index), componentId);
      const sent = { json: { threatId: id, title: 'Mitigation', text: 'Comment' } };
      for (const path of ['/mitigations', '/comments']) {
        await patiently(async () => await turn(index + 1).send('POST', path, sent));
      }
      if (index % 3 > 0) return;
      await patiently(async () => await turn(index + 2).send('DELETE', `/threats/${id}`));
    });
    for (const [path, table] of Object.entries(lists)) {
      const { count } = await instances.database
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBeGreaterThan(0);
      for (const client of clients) {
        const { body } = await client.send('GET', `${path}?limit=1`);
        expect([path, body]).toMatchObject([path, { count }]);
      }
    }
  });
});

test('divide concurrent maintenance, so that each part is done by one instance', async () => {
  const { urls, database, stop } = await startInstances(serverUrl, 'in one process');
  const { id: userId } = await ensureOwner(database, {
    email: 'owner@example.org',
    firstName: 'Olga',
    lastName: 'Owner',
  });
  const credentials = await issueApiToken(database, { userId, name: 'test', scopes });
  const client = await createClient(urls[0] ?? '', credentials);
  const { componentId } = await plantTree(client);
  const create = async () => await client.api.threats.create({ title: 'Threat', componentId });
  // Threats are created while twelve runs of the maintenance split the count intervals.
  const [threats] = await Promise.all([
    each(numbers(60), create),
    each(numbers(12), async () => await maintainCounts(database, 5)),
  ]);
  await maintainCounts(database, 5);
  const listed: string[] = [];
  for (const page of numbers(13)) {
    const { items, count } = await client.api.threats.list({ limit: 5, page: page + 1 });
    expect(count).toBe(threats.length + 1);
    listed.push(...items.map(({ id }) => id));
  }
  expect(new Set(listed).size).toBe(threats.length + 1);
  await stop();
});

test('a wrong secret delays the next attempt at another instance too', async () => {
  // The clock is stopped, so that the wait after the wrong secrets is not over before the last instance
  // gets its request.
  const fixedTime = new Date();
  const { urls, database, stop } = await startInstances(serverUrl, 'in one process', {
    now: () => fixedTime,
  });
  const userId = await addUser(database, 'super_admin', []);
  const right = await issueApiToken(database, { userId, name: 'test', scopes });
  const wrong = { ...right, secret: 'wrong' };
  const login = async (url = '', credentials = right) => {
    const { status, headers } = await fetch(`${url}/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    return { status, wait: headers.get('retry-after') };
  };
  for (const index of numbers(6)) {
    expect(await login(urls[index % 2], wrong)).toMatchObject({ status: 401 });
  }
  for (const url of urls) expect(await login(url)).toEqual({ status: 429, wait: '1' });
  await stop();
});

test('instances that start concurrently migrate the database once', async () => {
  const url = await createPostgresDatabase(serverUrl);
  const databases = numbers(3).map(() => openPostgres({ url, onLostConnection: () => undefined }));
  const applied = await each(databases, async (database) => await migrate(database));
  const [database] = databases;
  const rows = await database?.selectFrom('applied_migrations').select('name').execute();
  expect(applied.flat().toSorted()).toEqual(rows?.map(({ name }) => name).toSorted());
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  await each(databases, async (one) => await one.destroy());
});
