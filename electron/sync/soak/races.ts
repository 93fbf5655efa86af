import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { History, Thread } from './history.ts';
import type { Identities } from './identities.ts';

/** A request that succeeded. `at` is the time at which the answer reached the proxy. */
export type Served = { who: string; at: number; method: string; path: string };

const paths = {
  collection: '/collections',
  threatModel: '/threat-models',
  canvas: '/canvases',
  component: '/components',
  threat: '/threats',
  mitigation: '/mitigations',
  comment: '/comments',
} satisfies Record<RecordKind, string>;

const isKind = (word: string): word is RecordKind => Object.hasOwn(paths, word);

/**
 * The longest time, in milliseconds, that is assumed from the handling of a request by the service to
 * the arrival of the answer at the proxy.
 */
const slackMs = 2000;

/**
 * Returns the creation time in an ID of the service, which is a UUID of version 7. Returns an empty list
 * for other IDs.
 */
const timeOf = (id: string): number[] =>
  /^[\da-f]{8}-[\da-f]{4}-7/.test(id)
    ? [Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)]
    : [];

/**
 * Finds losses by the one race that docs/sync.md admits at our service: a record is created or changed
 * after another person last read it, and before that person deletes an ancestor. The times of the
 * requests show this.
 */
export const createRaces = (
  served: readonly Served[],
  identities: Identities,
  history: History,
) => {
  const idsOf = (name: string): string[] => identities.idsOf(name);

  const about = (kind: RecordKind, name: string, method: string): Served[] => {
    const own = new Set(idsOf(name).map((id) => `${paths[kind]}/${id}`));
    return served.filter((each) => each.method === method && own.has(each.path));
  };

  const writesTo = (kind: RecordKind, name: string): number[] => [
    ...about(kind, name, 'PATCH').map(({ at }) => at),
    ...idsOf(name).flatMap(timeOf),
  ];

  const lastRead = (kind: RecordKind, name: string, deletion: Served): number => {
    // Sync reads canvases one by one, other records by lists.
    const reads =
      kind === 'canvas'
        ? about(kind, name, 'GET')
        : served.filter(({ method, path }) => method === 'GET' && path === paths[kind]);
    const own = reads.filter(({ who, at }) => who === deletion.who && at < deletion.at);
    return own.at(-1)?.at ?? 0;
  };

  const recordOf = (subject: string): string | undefined =>
    [...history.lineOf(subject)].find((name) => isKind(name.split(' ')[0] ?? ''));

  return {
    wasTakenAlong: ({ subject }: Thread): boolean => {
      const record = recordOf(subject);
      const kind = record?.split(' ')[0] ?? '';
      if (record === undefined || !isKind(kind)) return false;
      const around = [...history.lineOf(record)].filter((name) => name !== record);
      const deletes = around.flatMap((name) => {
        const outer = name.split(' ')[0] ?? '';
        return isKind(outer) ? about(outer, name, 'DELETE') : [];
      });
      return deletes.some((deletion) =>
        writesTo(kind, record).some(
          (at) => at < deletion.at && at > lastRead(kind, record, deletion) - slackMs,
        ),
      );
    },
  };
};

export type Races = ReturnType<typeof createRaces>;
