import {
  createService,
  ensureOwner,
  issueApiToken,
  openSqlite,
  type Database,
} from '#service/service.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { createAuthorizedFetch } from '../electron/connection/access-token.ts';
import { createApiClient } from '../electron/connection/api-client.ts';

const baseUrl = 'http://embedded.invalid/api/v1';
const owner = { email: 'me@this-computer.invalid', firstName: 'Me', lastName: '' };

/** A client of a service over this database, whose person is the owner. */
export const clientOf = async (database: Database) => {
  const service = createService({ database, logger: { info: () => {}, error: () => {} } });
  const { id: userId } = await ensureOwner(database, owner);
  const scopes = ['*:read', '*:write'];
  const given = await issueApiToken(database, { userId, name: 'another machine', scopes });
  const fetch = createAuthorizedFetch({
    baseUrl,
    fetch: (request) => service.fetch(request),
    credentials: () => Promise.resolve(given),
  });
  return createApiClient(baseUrl, fetch);
};

/**
 * Another client of the app's service, as another machine would be: the same database behind a
 * service of its own, so that it works whether the app's is there or not.
 */
export const openAnotherClient = async (path: string) => {
  const database = openSqlite(path);
  const client = await clientOf(database);

  const models = async () => (await client.threatModels.list({})).items;
  const canvasesOf = async (threatModelId: string) =>
    (await client.canvases.list({ threatModelId })).items;

  const canvasIn = async (modelTitle: string) => {
    const model = (await models()).find(({ title }) => title === modelTitle);
    const [canvas] = model ? await canvasesOf(model.id) : [];
    if (!canvas) throw new Error(`No canvas in ${modelTitle}`);
    return canvas;
  };

  return {
    labelsIn: async (modelTitle: string): Promise<(string | undefined)[]> =>
      (await canvasIn(modelTitle)).data.nodes.map(({ data }) => data.label),

    componentTitles: async (): Promise<string[]> =>
      (await client.components.list({ limit: 200 })).items.map(({ title }) => title),

    collectionTitles: async (): Promise<string[]> =>
      (await client.collections.list({ limit: 200 })).items.map(({ title }) => title),

    /** Changes the first canvas of a model as its whole, which is how the API has it. */
    draw: async (
      modelTitle: string,
      change: (drawing: CanvasDocument) => CanvasDocument,
    ): Promise<void> => {
      const { id, data } = await canvasIn(modelTitle);
      await client.canvases.update({ id, data: change(data) });
    },

    deleteCanvasOf: async (modelTitle: string): Promise<void> => {
      const { id } = await canvasIn(modelTitle);
      await client.canvases.delete({ id });
    },

    close: () => database.destroy(),
  };
};
