import { userInfo } from 'node:os';
import { z } from 'zod';
import type { SyncClient } from '../connection/api-client.ts';
import { ownerOf } from '../store/report-records.ts';
import type { Store } from '../store/store.ts';

type Dependencies = {
  store: Store;
  client: Pick<SyncClient, 'users'>;
  /** False for the built-in service, whose account has no real name. */
  hasNames: boolean;
};

/**
 * The longest time, in ms, that a report waits for names. Names that are missing by then are left out,
 * because a report without names is better than none.
 */
const timeoutMs = 3000;
/** The maximum number of people to ask the service for, because each person needs a separate request. */
const maxPeople = 30;

/**
 * The part of a stored model with the name of its owner. The store has it, because the service's lists
 * of models contain it.
 */
const namedOwner = z.object({
  owner: z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }),
});

/** Returns the name of the account on this computer, or an empty text if the system has none. */
const accountName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
};

const fullName = (first: string, last: string): string => `${first} ${last}`.trim();

/** Finds the names of people. Looks in the stored models first, and then asks the service. */
export const createPeople = ({ store, client, hasNames }: Dependencies) => {
  const known = new Map<string, string>();

  const learnFromModels = (): void => {
    for (const { local } of store.records.all('threatModel')) {
      const { data } = namedOwner.safeParse(local);
      const name = data && fullName(data.owner.first_name, data.owner.last_name);
      if (name) known.set(data.owner.id, name);
    }
  };

  const ask = async (id: string, signal: AbortSignal): Promise<void> => {
    try {
      const user = await client.users.get({ id }, { signal });
      const name = fullName(user.first_name, user.last_name);
      if (name !== '') known.set(id, name);
    } catch {
      // The service cannot be reached or does not give the name, so the name stays unknown.
    }
  };

  return {
    /** Returns names by user ID. Leaves out people whose names are not found within the time limit. */
    names: async (ids: readonly string[], wanted?: AbortSignal): Promise<Map<string, string>> => {
      if (!hasNames) return new Map();
      learnFromModels();
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(wanted ? [wanted] : [])]);
      const unknown = [...new Set(ids)].filter((id) => id !== '' && !known.has(id));
      await Promise.all(unknown.slice(0, maxPeople).map(async (id) => await ask(id, signal)));
      return known;
    },

    /**
     * Returns the name of this person, without asking the service. The name is empty if it is unknown.
     */
    me: (): string => {
      if (hasNames) learnFromModels();
      return known.get(store.preferences.userId() ?? '') ?? accountName();
    },

    /** Returns the user ID of a model's owner. This person is the owner until the service names one. */
    ownerOf: (modelId: string): string => {
      const row = store.records.find('threatModel', modelId);
      return (row && ownerOf(row)) ?? store.preferences.userId() ?? '';
    },
  };
};

export type People = ReturnType<typeof createPeople>;
