import { instantOf, newId } from '#shared/records/new-id.ts';
import { insertAll } from '../../service/database/insert-all.ts';
import type { Database } from '../../service/database/schema.ts';
import { ensureOwner, issueApiToken } from '../../service/provision.ts';
import { canvasOf } from './canvas-of.ts';

export type Seeded = {
  credentials: { clientId: string; secret: string };
  collectionId: string;
  canvasId: string;
  threatIds: string[];
  componentIds: string[];
};

const models = 100;
const componentsPerModel = 20;

const made = () => {
  const id = newId();
  return { id, created_at: instantOf(id), updated_at: instantOf(id) };
};

/** Fills a team's database with threats in a hundred models, and creates an API token of the owner. */
export const seed = async (database: Database, threats: number): Promise<Seeded> => {
  const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };
  const { id: userId } = await ensureOwner(database, person);
  const collection = { ...made(), title: 'Bench', description: null, color: null };
  const inCollection = { collection_id: collection.id };
  const modelRows = Array.from({ length: models }, (_, index) => ({
    ...made(),
    ...inCollection,
    owner_id: userId,
    title: `Model ${index}`,
    description: '',
    status: 'Representation' as const,
    priority: 'medium' as const,
    last_ref_number: threats / models,
  }));
  const data = JSON.stringify(canvasOf(500));
  const canvases = modelRows.map(({ id }) => ({
    ...made(),
    ...inCollection,
    threat_model_id: id,
    title: 'Canvas',
    format: 'diagram' as const,
    data,
  }));
  const components = canvases.flatMap(({ id }) =>
    Array.from({ length: componentsPerModel }, (_, index) => ({
      ...made(),
      ...inCollection,
      canvas_id: id,
      title: `Component ${index}`,
      description: '',
    })),
  );
  const rows = Array.from({ length: threats }, (_, index) => ({
    ...made(),
    ...inCollection,
    component_id: components[index % components.length]?.id ?? '',
    ref_number: Math.floor(index / models) + 1,
    title: `Somebody reads what is sent (${index})`,
    description: 'What is sent in the clear can be read by everybody on the way.',
    source: null,
    priority: 'medium' as const,
    status: 'open' as const,
    is_custom: 1,
  }));
  await database.transaction().execute(async (transaction) => {
    await insertAll(transaction, 'collections', [{ ...collection, created_by: userId }]);
    await insertAll(transaction, 'threat_models', modelRows);
    await insertAll(transaction, 'canvases', canvases);
    await insertAll(transaction, 'components', components);
    await insertAll(transaction, 'threats', rows);
  });
  const scopes = ['*:read', '*:write'];
  const credentials = await issueApiToken(database, { userId, name: 'bench', scopes });
  return {
    credentials,
    collectionId: collection.id,
    canvasId: canvases[0]?.id ?? '',
    threatIds: rows.map(({ id }) => id),
    componentIds: components.map(({ id }) => id),
  };
};
