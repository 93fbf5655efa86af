import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { otherValues } from '#shared/api/testing/other-values.ts';
import { reference } from '#shared/api/values.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { useRealSecrets } from './testing/cheap-secrets.ts';
import { openEarlierDatabase } from './testing/earlier-database.ts';
import { createClient, type TestClient } from './testing/test-client.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

beforeAll(useRealSecrets);

/** Databases of earlier versions, made by `electron/desktop/testing/make-profile.ts`. */
const fixtures = join(import.meta.dirname, '../shared/fixtures');
const profiles = readdirSync(fixtures).filter((name) => name.startsWith('profile-'));

const record = z.record(z.string(), z.unknown());

describe.each(profiles)('the service database of %s', (profile) => {
  let folder: string;
  let service: TestService;
  let client: TestClient;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-compatibility-'));
    const path = join(fixtures, profile, 'service.sql');
    const open = () => openEarlierDatabase(path, join(folder, 'service.db'));
    service = await startTestService({ open });
    // The earlier version created this API token, so it is in the fixture.
    client = await createClient(service.url, {
      clientId: 'client_of_the_fixture',
      secret: 'known to everybody',
    });
  });
  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const titled = <Item extends { title: string }>(items: readonly Item[], title: string): Item => {
    const item = items.find((each) => each.title === title);
    if (!item) throw new Error(`${title} is missing.`);
    return item;
  };

  it('has every record', async () => {
    const { api } = client;
    const collection = titled((await api.collections.list({})).items, 'Shop');
    expect(collection).toMatchObject({ description: 'All that sells.', color: '#4c6ef5' });
    const { items: models } = await api.threatModels.list({});
    expect(models).toMatchObject([
      {
        title: 'Checkout',
        description: 'From the cart to the receipt.\nSecond line with ünïcode ✓.',
        status: 'Review',
        priority: 'high',
        due_to_date: '2027-01-31T00:00:00.000Z',
        time_invested: 90,
        quality_of_model: 3,
        when_to_revisit: 6,
        owner: { email: 'ann@example.org' },
      },
    ]);
    const canvases = await api.canvases.list({ threatModelId: models[0]?.id ?? '' });
    expect(canvases.count).toBe(3);
    expect(titled(canvases.items, 'Overview').data.nodes.map(({ data }) => data.label)).toEqual([
      'Cloud',
      'Shop front',
      'Orders',
      'Customer',
      'Ask about refunds',
    ]);
    const components = await api.components.list({});
    expect(components.count).toBe(5);
    const { id: orders } = titled(components.items, 'Orders');
    expect((await api.components.get({ id: orders })).attributes).toMatchObject([
      { title: 'Stores personal data' },
    ]);
    const threats = await api.threats.list({});
    expect(threats.count).toBe(4);
    expect(titled(threats.items, 'Session theft')).toMatchObject({
      ref_id: 'T-1',
      description: 'A script reads the cookie.',
      source: 'https://example.org/session-theft',
      priority: 'critical',
      status: 'accepted',
      is_custom: false,
    });
    expect((await api.mitigations.list({})).items).toMatchObject([
      {
        title: 'Short sessions',
        definition: 'Sessions end after an hour.',
        consideration: 'People log in more often.',
        explanation: 'A stolen cookie is of use only for a short time.',
        example: 'session.maxAge = 3600',
        status: 'will',
      },
    ]);
    const { items: comments } = await api.comments.list({});
    expect(comments.map(({ text }) => text).toSorted()).toEqual([
      'Agreed.',
      'Seen in the last test.',
    ]);
    expect((await api.codexAttributes.search({ text: 'pii' })).length).toBe(1);
    expect((await api.codexThreats.list({})).items).toMatchObject([{ title: 'Session theft' }]);
    expect((await api.codexMitigations.list({})).items).toMatchObject([
      { title: 'Short sessions' },
    ]);
    expect((await api.teams.list({})).items).toMatchObject([{ title: 'Payments' }]);
    const access = await api.collectionAccess.listTeams({ collectionId: collection.id });
    expect(access).toMatchObject([{ title: 'Payments', permission: 'write' }]);
  });

  it('updates each field separately, and does not change the others', async () => {
    const { api } = client;
    const { items: models } = await api.threatModels.list({});
    const lists = {
      collection: '/collections',
      threatModel: '/threat-models',
      canvas: `/canvases/threat-model/${models[0]?.id}`,
      component: '/components',
      threat: '/threats',
      mitigation: '/mitigations',
      comment: '/comments',
    } satisfies Record<RecordKind, string>;
    for (const kind of recordKinds) {
      const list = await client.send('GET', lists[kind]);
      const [first] = z.object({ items: z.array(reference) }).parse(list.body).items;
      const path = `/${lists[kind].split('/')[1]}/${first?.id}`;
      const read = async (): Promise<Record<string, unknown>> => {
        const { body } = await client.send('GET', path);
        const { updated_at: _, is_edited: __, ...fields } = record.parse(body);
        return fields;
      };
      // Sets all fields first. If a field still had its default, an update that wrongly resets this
      // field would go unnoticed.
      const all = Object.fromEntries(otherValues(kind, await read()));
      const before = await read();
      expect(await client.send('PATCH', path, { json: all })).toMatchObject({ status: 200 });
      const changed = await read();
      expect(changed).toEqual({ ...before, ...all });
      for (const [field, value] of otherValues(kind, changed)) {
        await client.send('PATCH', path, { json: { [field]: value } });
        expect(await read()).toEqual({ ...changed, [field]: value });
        await client.send('PATCH', path, { json: { [field]: changed[field] } });
      }
    }
  });

  it('creates descendants, and deletes records', async () => {
    const { api } = client;
    const components = await api.components.list({});
    const { id: componentId } = titled(components.items, 'Web app');
    const threat = await api.threats.create({ title: 'New threat', componentId });
    expect(threat.ref_id).toBe('T-5');
    await api.components.delete({ id: componentId });
    const left = await api.threats.list({});
    expect(left.items.map(({ title }) => title).toSorted()).toEqual([
      'Leak',
      'Tampering with prices',
    ]);
    expect(left.count).toBe(2);
    expect((await api.comments.list({})).count).toBe(0);
    for (const { id } of (await api.collections.list({})).items)
      await api.collections.delete({ id });
    expect((await api.components.list({})).count).toBe(0);
  });
});
