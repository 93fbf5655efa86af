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

/** Starts a service on the database. Returns a client that is signed in to this service as the owner. */
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
 * Opens a client that changes data like a client on another machine. It has its own service on the app's
 * database, so it works even while the app's service does not run.
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

    /**
     * Changes the drawing of a model's first canvas. Sends the whole drawing, because the API has no
     * partial update of a canvas.
     */
    draw: async (
      modelTitle: string,
      change: (drawing: CanvasDocument) => CanvasDocument,
    ): Promise<void> => {
      const { id, data } = await canvasIn(modelTitle);
      await client.canvases.update({ id, data: change(data) });
    },

    /** Renames a process as the app does: both the element and its component. */
    rename: async (modelTitle: string, from: string, to: string): Promise<void> => {
      const { id, data } = await canvasIn(modelTitle);
      const nodes = data.nodes.map((node) =>
        node.data.label === from ? { ...node, data: { ...node.data, label: to } } : node,
      );
      await client.canvases.update({ id, data: { ...data, nodes } });
      const components = (await client.components.list({ limit: 200 })).items;
      const component = components.find(({ title }) => title === from);
      if (component) await client.components.update({ id: component.id, title: to });
    },

    deleteCanvasOf: async (modelTitle: string): Promise<void> => {
      const { id } = await canvasIn(modelTitle);
      await client.canvases.delete({ id });
    },

    close: () => database.destroy(),
  };
};
