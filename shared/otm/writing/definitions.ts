import { claimIds } from '../claim-ids.ts';
import type { MitigationContent, ThreatContent } from '../content.ts';
import { defined, fieldsOf, isEmpty, isFields, listOf, textOf, type Fields } from '../fields.ts';
import type { Leftover } from '../leftover.ts';
import { mitigationShape, threatShape } from '../repair/shapes.ts';
import { writeAttributes } from '../vocabulary/attributes.ts';
import { writeReferences } from '../vocabulary/references.ts';
import { neutralReduction, neutralRisk, priorityOf } from '../vocabulary/risk.ts';
import {
  mitigationStateOf,
  mitigationStatusOf,
  threatStateOf,
  threatStatusOf,
} from '../vocabulary/states.ts';
import { assemble, rewrite, type Dialect } from './assemble.ts';
import { soundLeftover } from './sound.ts';

/** The threats listed with a component, and the app data about them. */
export type Attached = { threats: Fields[] | undefined; notes: Fields[] | undefined };

export type Definitions = {
  attach: (threats: ThreatContent[]) => Attached;
  /** `threats` and `mitigations` return the definitions. Call them after all threats are attached. */
  threats: () => Fields[];
  mitigations: () => Fields[];
};

/**
 * Collects the definitions of threats. In the model, each component has its own threats. In a file,
 * threats that come from one definition share it, as long as their content is equal. A threat with other
 * content gets a definition with a new ID.
 */
export const definitionsFor = (
  dialect: Dialect,
  all: ThreatContent[],
  unused: { threats: Fields[]; mitigations: Fields[] },
): Definitions => {
  const threats = shared(all.map(definitionId), unused.threats);
  const mitigations = shared(
    all.flatMap((threat) => threat.mitigations.map(definitionId)),
    unused.mitigations,
  );
  const statuses = new Map<string, MitigationContent['status'][]>();

  const attachMitigation = (mitigation: MitigationContent, at: number) => {
    const parts = mitigationParts(mitigation);
    const id = mitigations.idOf(definitionId(mitigation), parts);
    statuses.set(id, [...(statuses.get(id) ?? []), mitigation.status]);
    const isCurrent = (mitigationStatusOf(keptState(mitigation)) ?? null) === mitigation.status;
    const keepsState = Object.hasOwn(mitigation.kept, 'state') && isCurrent;
    const state = keepsState ? keptState(mitigation) : mitigationStateOf(mitigation.status);
    const instance = { ...extras(mitigation, dialect), mitigation: id, state };
    return { instance, note: noteOf({ at, mitigation: id }, mitigation, id, dialect, {}) };
  };

  const attachThreat = (threat: ThreatContent, at: number) => {
    const id = threats.idOf(definitionId(threat), threatParts(threat));
    const state = keptState(threat);
    const fits = state !== null && (threatStatusOf(state) ?? 'open') === threat.status;
    const attached = threat.mitigations.map(attachMitigation);
    const list = [...attached.map(({ instance }) => instance), ...asideOf(threat)];
    const instance = defined({
      ...extras(threat, dialect),
      threat: id,
      state: fits ? state : threatStateOf(threat.status),
      mitigations: unlessNone(list),
    });
    const more = {
      comments: threat.comments.length > 0 ? threat.comments.map(comment) : undefined,
      mitigations: unlessNone(attached.flatMap(({ note }): Fields[] => (note ? [note] : []))),
    };
    return { instance, note: noteOf({ at, threat: id }, threat, id, dialect, more) };
  };

  return {
    attach: (contents) => {
      const attached = contents.map(attachThreat);
      return {
        threats: unlessNone(attached.map(({ instance }) => instance)),
        notes: unlessNone(attached.flatMap(({ note }): Fields[] => (note ? [note] : []))),
      };
    },
    threats: () => [
      ...threats
        .all()
        .map(({ id, parts: { plain, ...parts } }) =>
          assemble(dialect, threatShape, { ...parts, plain: { ...plain, id } }),
        ),
      ...unused.threats.flatMap((record) => rewrite(dialect, threatShape, record)),
    ],
    mitigations: () => [
      ...mitigations.all().map(({ id, parts: { plain, ...parts } }) => {
        const neutral = neutralReduction(statuses.get(id) ?? []);
        const riskReduction = parts.leftover.raw?.['riskReduction'] ?? neutral;
        return assemble(dialect, mitigationShape, {
          ...parts,
          plain: { ...plain, id, riskReduction },
        });
      }),
      ...unused.mitigations.flatMap((record) => rewrite(dialect, mitigationShape, record)),
    ],
  };
};

type WithKept = { id: string; kept: Fields };
type DefinitionParts = { plain: Fields; leftover: Leftover; appData: Fields };

const definitionId = ({ id, kept }: WithKept): string => textOf(kept['id']) ?? id;
const keptState = ({ kept }: WithKept): string | null => textOf(kept['state']) ?? null;
const unlessNone = <Item>(items: Item[]): Item[] | undefined =>
  items.length > 0 ? items : undefined;

/**
 * Gives IDs to definitions. Definitions with the same wanted ID and content share one ID. Unused
 * definitions keep their IDs.
 */
const shared = (wanted: string[], unused: Fields[]) => {
  const reserved = unused.map((record) => textOf(record['id']) ?? '');
  const claim = claimIds([...reserved, ...wanted]);
  for (const id of reserved) claim(id);
  const known = new Map<string, { id: string; parts: DefinitionParts }>();
  return {
    idOf: (id: string, parts: DefinitionParts): string => {
      const key = JSON.stringify([id, parts]);
      const found = known.get(key) ?? { id: claim(id), parts };
      known.set(key, found);
      return found.id;
    },
    all: () => [...known.values()],
  };
};

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

const threatParts = (threat: ThreatContent): DefinitionParts => {
  const leftover = soundLeftover(threatShape, threat.kept);
  const risk = fieldsOf(leftover.raw?.['risk']);
  const { likelihood = null, impact } = risk;
  const isStated =
    typeof impact === 'number' &&
    (likelihood === null || typeof likelihood === 'number') &&
    priorityOf({ likelihood, impact }) === threat.priority;
  const references = writeReferences(threat, leftover.raw);
  return {
    plain: {
      name: threat.title,
      description: orNothing(threat.description),
      risk: isStated ? risk : { ...risk, ...neutralRisk(threat.priority) },
      ...references.plain,
    },
    leftover,
    appData: { ...writeAttributes('threat', threat), ...references.appData },
  };
};

const mitigationParts = (mitigation: MitigationContent): DefinitionParts => ({
  plain: { name: mitigation.title, description: orNothing(mitigation.definition) },
  leftover: soundLeftover(mitigationShape, mitigation.kept),
  appData: writeAttributes('mitigation', mitigation),
});

/** Writes the text and the time of a comment, but never its author. */
const comment = ({ text, createdAt }: ThreatContent['comments'][number]): Fields => ({
  text,
  createdAt,
});

/**
 * Returns the items of a threat's list of mitigations that name no mitigation. They are preserved from a
 * file.
 */
const asideOf = ({ kept }: WithKept): Fields[] =>
  listOf(kept['aside'])
    .filter(isFields)
    .map((entry) => ({ ...entry, mitigation: null, state: textOf(entry['state']) ?? null }));

const extras = ({ kept }: WithKept, dialect: Dialect): Fields =>
  dialect === 'service' ? fieldsOf(kept['instance']) : {};

const noteOf = (
  key: Fields,
  record: WithKept,
  definition: string,
  dialect: Dialect,
  more: Fields,
): Fields | undefined => {
  const { instance } = record.kept;
  const note = defined({
    id: record.id === definition ? undefined : record.id,
    keys: dialect === 'strict' && isFields(instance) ? instance : undefined,
    ...more,
  });
  return isEmpty(note) ? undefined : { ...key, ...note };
};
