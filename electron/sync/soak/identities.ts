import { parentKind, recordKindSchema } from '#shared/records/record-kinds.ts';

/** The ID of a record in a store, and an ID that the record has or had at the service. */
export type KnownId = { kind: string; local: string; service: string };

type NamedFact = {
  key: string;
  value: string;
  /** The name of the record or element. */
  subject: string;
  /** The name of the record's parent or of the element's canvas; `null` if the fact names neither. */
  holder: string | null;
};

/**
 * Gives each record one name, although stores and the service know it by different IDs. All IDs are
 * unique, and each store knows which IDs belong to the same record. A record that was created at the
 * service again keeps its name.
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
    /** Returns all IDs of a record, in the stores and at the service. */
    idsOf: (name: string): string[] => [...(members.get(name) ?? []), ...name.split(' ').slice(-1)],
    wasEverAtService: (kind: string, id: string): boolean => serviceIds.has(`${kind} ${id}`),

    /** Replaces the IDs in a fact with names. */
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
      const kindOfParent = parentKind[kind];
      const holder = kindOfParent && reference(kindOfParent, value);
      return { key: record, value: holder ?? value, subject: record, holder };
    },
  };
};

export type Identities = ReturnType<typeof createIdentities>;
