import { z } from 'zod';
import { thisComputer } from '#shared/desktop/connections.ts';
import { createJsonFile, type SaveFile } from './json-file.ts';

const remoteConnection = z.object({
  id: z.uuid(),
  name: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
});
export type RemoteConnection = z.infer<typeof remoteConnection>;

const connectionsFile = z.object({
  openId: z.string(),
  connections: z.array(remoteConnection),
});

type Dependencies = {
  path: string;
  save: SaveFile;
  /** Tells if the organization allows the service at an address. */
  allows?: (address: string) => boolean;
};

/**
 * Stores the connections that a person added, without their secrets, and which connection was open last.
 */
export const createConnectionList = ({ path, save, allows = () => true }: Dependencies) => {
  const initial = { openId: thisComputer.id, connections: [] };
  const file = createJsonFile({ path, save, schema: connectionsFile, initial });

  const find = (id: string): RemoteConnection | null =>
    file.value().connections.find((each) => each.id === id) ?? null;

  return {
    all: (): RemoteConnection[] => file.value().connections,
    find,
    /**
     * Returns the ID of the connection that was open last. If this connection was removed or is not
     * allowed, returns the ID of "This computer".
     */
    openId: (): string => {
      const last = find(file.value().openId);
      return last && allows(last.baseUrl) ? last.id : thisComputer.id;
    },
    rememberOpen: async (openId: string): Promise<void> =>
      await file.change((value) => ({ ...value, openId })),
    /** Adds the connection, or replaces the connection with the same ID. */
    put: async (connection: RemoteConnection): Promise<void> =>
      await file.change(({ openId, connections }) => ({
        openId,
        connections: connections.some(({ id }) => id === connection.id)
          ? connections.map((each) => (each.id === connection.id ? connection : each))
          : [...connections, connection],
      })),
    remove: async (id: string): Promise<void> =>
      await file.change(({ openId, connections }) => ({
        openId: openId === id ? thisComputer.id : openId,
        connections: connections.filter((each) => each.id !== id),
      })),
  };
};

export type ConnectionList = ReturnType<typeof createConnectionList>;
