import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parentKind, recordKindSchema, type RecordKind } from '#shared/records/record-kinds.ts';
import { createAuthorizedFetch } from '../../connection/access-token.ts';
import { createApiClient } from '../../connection/api-client.ts';
import { createStore } from '../../store/store.ts';
import { networkDiary, readDiary, type Entry } from './diary.ts';
import { factsOf, type Facts } from './facts.ts';
import { createHistory } from './history.ts';
import { createIdentities, type KnownId } from './identities.ts';
import type { Evidence } from './laws.ts';
import type { PersonProcess } from './person-process.ts';
import { createRaces, type Served } from './races.ts';
import type { RestartedService } from './restarted-service.ts';
import { serviceFacts } from './service-facts.ts';

const idRows = z.array(z.object({ kind: z.string(), local: z.string(), service: z.string() }));

/** Reads the store's file after its process has ended. */
const readStore = (path: string) => {
  const database = new DatabaseSync(path);
  const ids = idRows.parse(
    database
      .prepare(
        `SELECT kind, local_id AS local, service_id AS service FROM id_map
         UNION SELECT kind, local_id, service_id FROM former_id`,
      )
      .all(),
  );
  const integrity = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row['integrity_check']))
    .join('; ');
  database.close();
  const store = createStore({ path });
  const facts = factsOf(store);
  const { idMap } = store;
  const translated = byServiceIds(facts, {
    record: (kind, local) => idMap.serviceId(kind, local) ?? `only here: ${local}`,
    // `component` returns the ID by which a sent drawing refers to a component. For a deleted component,
    // it is the last ID that the component had at the service.
    component: (local) =>
      idMap.serviceId('component', local) ?? idMap.formerServiceId('component', local) ?? local,
  });
  store.close();
  return { ids, integrity, facts: translated };
};

type Names = {
  record: (kind: RecordKind, local: string) => string;
  component: (local: string) => string;
};

/** Replaces local IDs with the IDs of the service. */
const byServiceIds = (facts: Facts, names: Names): Facts =>
  new Map(
    [...facts].map(([key, value]) => {
      const [word, id = '', ...rest] = key.split(' ');
      const kind = recordKindSchema.parse(word);
      const named = [kind, names.record(kind, id), ...rest].join(' ');
      const reference: unknown = JSON.parse(value);
      const kindOfParent = rest.length === 0 ? parentKind[kind] : null;
      if (typeof reference !== 'string') return [named, value];
      if (kindOfParent) return [named, JSON.stringify(names.record(kindOfParent, reference))];
      const isComponent = rest.at(-1) === 'data.componentId';
      return [named, isComponent ? JSON.stringify(names.component(reference)) : value];
    }),
  );

/** Returns the requests of a person that succeeded, from the diary of the person's proxy. */
const servedTo = (who: string, path: string): Served[] =>
  readDiary(path).flatMap(({ at, type, what }) => {
    const [, method, target] = /^served (?:2\d\d|304) (\w+) \/api\/v1([^?]*)/.exec(what) ?? [];
    const isServed = type === 'request' && method !== undefined && target !== undefined;
    return isServed ? [{ who, at, method, path: target }] : [];
  });

type Sources = {
  folder: string;
  service: RestartedService;
  people: readonly PersonProcess[];
  unrest: readonly string[];
};

export const gatherEvidence = async ({
  folder,
  service,
  people,
  unrest,
}: Sources): Promise<Evidence> => {
  const entries: (Entry & { who: string })[] = [];
  const known: KnownId[] = [];
  const served: Served[] = [];
  const seen = new Map<string, { store: Facts; service: Facts; integrity: string }>();
  for (const { who, storePath, diaries } of people) {
    for (const path of diaries.filter((each) => existsSync(each))) {
      for (const entry of readDiary(path)) {
        if (entry.type !== 'request') entries.push({ who, ...entry });
      }
    }
    served.push(...servedTo(who, join(folder, networkDiary(who))));
    const { ids, integrity, facts } = readStore(storePath);
    known.push(...ids);
    const credentials = service.credentials.get(who);
    if (!credentials) throw new Error(`${who} has no credentials`);
    const baseUrl = service.url();
    const client = createApiClient(
      baseUrl,
      createAuthorizedFetch({ baseUrl, fetch, credentials: () => Promise.resolve(credentials) }),
    );
    const atService = await serviceFacts(client);
    seen.set(who, { store: facts, service: atService, integrity });
  }
  const inTime = entries.toSorted((one, other) => one.at - other.at);
  const identities = createIdentities(known);
  const [first] = seen.values();
  const history = createHistory(inTime, identities);
  return {
    entries: inTime,
    identities,
    history,
    races: createRaces(served, identities, history),
    people: seen,
    service: first?.service ?? new Map(),
    unrest,
    crashes: people.flatMap(({ crashes }) => crashes),
  };
};
