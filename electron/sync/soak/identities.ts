import { parentKind, recordKindSchema } from '#shared/desktop/records.ts';

/** An id that a store gives a record, and one that the service has or had for it. */
export type KnownId = { kind: string; local: string; service: string };

type NamedFact = {
  key: string;
  value: string;
  /** The record or element that it is about. */
  subject: string;
  /** What that is in, where the fact says so. */
  holder: string | null;
};

/**
 * One name for one record, whatever the stores and the service call it. Ids are never given twice, so
 * a store that knows two ids of a record says that they are one; that record may have been made at the
 * service again.
 */
export const createIdentities = (known: readonly KnownId[]) => {
  const leaders = new Map<string, string>();
  const leaderOf = (id: string): string => {
    let leader = id;
    for (let next = leaders.get(id); next !== undefined; next = leaders.get(next)) leader = next;
    return leader;
  };
  for (const { kind, local, service } of known) {
    const [one, other] = [leaderOf(`${kind} ${local}`), leaderOf(`${kind} ${service}`)];
    if (one !== other) leaders.set(one, other);
  }

  const members = new Map<string, Set<string>>();
  for (const { kind, local, service } of known) {
    const name = leaderOf(`${kind} ${service}`);
    members.set(name, (members.get(name) ?? new Set()).add(local).add(service));
  }
  const serviceIds = new Set(known.map(({ kind, service }) => `${kind} ${service}`));

  const nameOf = (kind: string, id: string): string => leaderOf(`${kind} ${id}`);

  const reference = (kind: string, value: string): string | null => {
    const id: unknown = JSON.parse(value);
    return typeof id === 'string' ? nameOf(kind, id) : null;
  };

  return {
    nameOf,
    /** Every id that the record of a name has somewhere. */
    idsOf: (name: string): string[] => [...(members.get(name) ?? []), ...name.split(' ').slice(-1)],
    wasEverAtService: (kind: string, id: string): boolean => serviceIds.has(`${kind} ${id}`),

    /** A fact with the names in place of the ids. */
    named: (key: string, value: string): NamedFact => {
      const [word, id = '', field, elementId, ...elementField] = key.split(' ');
      const kind = recordKindSchema.parse(word);
      const record = nameOf(kind, id);
      if (elementId !== undefined) {
        const subject = `${field} ${elementId}`;
        const isReference = elementField[0] === 'data.componentId';
        const component = isReference ? reference('component', value) : null;
        const own = [subject, ...elementField].join(' ');
        return { key: own, value: component ?? value, subject, holder: record };
      }
      if (field !== undefined) {
        return { key: `${record} ${field}`, value, subject: record, holder: null };
      }
      const heldBy = parentKind[kind];
      const holder = heldBy && reference(heldBy, value);
      return { key: record, value: holder ?? value, subject: record, holder };
    },
  };
};

export type Identities = ReturnType<typeof createIdentities>;
