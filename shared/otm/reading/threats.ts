import { t } from '../../locales/texts.ts';
import { claimIds } from '../claim-ids.ts';
import type { MitigationContent, ThreatContent } from '../content.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from '../fields.ts';
import { leftoverOf, appDataOf } from '../leftover.ts';
import { quoted, type Notes } from '../notes.ts';
import type { OtmDocument, OtmMitigation, OtmThreat } from '../schema.ts';
import { readAttributes } from '../vocabulary/attributes.ts';
import { readReferences } from '../vocabulary/references.ts';
import { neutralReduction, neutralRisk, priorityOf } from '../vocabulary/risk.ts';
import {
  mitigationStateOf,
  mitigationStatusOf,
  threatStateOf,
  threatStatusOf,
} from '../vocabulary/states.ts';
import { unique } from './entities.ts';

type Located = { path: string; record: Fields };

export type Threats<Holder> = {
  of: Map<Holder, ThreatContent[]>;
  /** Definitions to which no component, zone, or flow refers. */
  unused: { threats: Fields[]; mitigations: Fields[] };
  /** The number of characters of all threats and mitigations, limited by `limits.expanded`. */
  expanded: number;
};

/**
 * Copies each threat for every component that refers to it. A file defines a threat once, with a
 * state for each component, but the model has one threat for each component. The first copy keeps
 * the ID of the definition.
 */
export const threatsOf = <Holder extends Located>(
  document: OtmDocument,
  holders: Holder[],
  notes: Notes,
): Threats<Holder> => {
  const threats = definitions(document.threats ?? [], 'threats', notes);
  const mitigations = definitions(document.mitigations ?? [], 'mitigations', notes);
  const instances = holders.map((holder) => instancesOf(holder));
  const claimThreat = claimIds([
    ...threats.keys(),
    ...instances.flat().map(({ item, entry }) => wantedId(entry, item['threat'])),
  ]);
  const claimMitigation = claimIds([
    ...mitigations.keys(),
    ...instances
      .flat()
      .flatMap(({ mitigations: entries }) =>
        entries.map(({ item, entry }) => wantedId(entry, item['mitigation'])),
      ),
  ]);
  const reductions = doneByDefinition(instances.flat());
  const used = { threats: new Set<unknown>(), mitigations: new Set<unknown>() };
  let expanded = 0;

  const threatDefinition = cached((id: string) => readThreat(id, threats.get(id)));
  const mitigationDefinition = cached((id: string) =>
    readMitigation(id, mitigations.get(id), reductions.get(id) ?? false),
  );

  const mitigationOf = ({ item, entry, path }: Entry): MitigationContent[] => {
    const id = textOf(item['mitigation']);
    if (id === undefined) return [];
    if (!mitigations.has(id)) dangling(notes, path, 'mitigation', id);
    used.mitigations.add(id);
    const { kept, ...definition } = mitigationDefinition(id);
    expanded += definition.title.length + definition.definition.length;
    const state = textOf(item['state']) ?? null;
    const known = mitigationStatusOf(state);
    if (known === undefined) unknownState(notes, path, state, 'mitigation');
    const status = known ?? null;
    const own = claimMitigation(wantedId(entry, id));
    const canonical = state === mitigationStateOf(status);
    return [
      {
        id: own,
        ...definition,
        status,
        kept: {
          ...(own !== id && { id }),
          ...kept,
          ...(!canonical && { state }),
          ...instanceLeftover(item, entry, ['mitigation', 'state']),
        },
      },
    ];
  };

  const threatOf = (instance: Instance): ThreatContent => {
    const { item, entry, path } = instance;
    const id = textOf(item['threat']) ?? '';
    if (!threats.has(id)) dangling(notes, path, 'threat', id);
    used.threats.add(id);
    const { kept, ...definition } = threatDefinition(id);
    const { title, description, categories = [], references = [] } = definition;
    for (const each of [title, description, ...categories, ...references]) expanded += each.length;
    const state = textOf(item['state']) ?? '';
    const status = threatStatusOf(state);
    if (!status) unknownState(notes, path, state, 'threat');
    const own = claimThreat(wantedId(entry, id));
    const aside = instance.mitigations
      .map((mitigation) => mitigation.item)
      .filter((mitigation) => textOf(mitigation['mitigation']) === undefined);
    return {
      id: own,
      ...definition,
      status: status ?? 'open',
      mitigations: instance.mitigations.flatMap(mitigationOf),
      comments: commentsOf(entry),
      kept: {
        ...(own !== id && { id }),
        ...kept,
        ...(state !== threatStateOf(status ?? 'open') && { state }),
        ...instanceLeftover(item, entry, ['threat', 'state', 'mitigations']),
        ...(aside.length > 0 && { aside }),
      },
    };
  };

  const of = new Map(
    holders.map((holder, at) => [holder, (instances[at] ?? []).map(threatOf)] as const),
  );
  const unused = {
    threats: [...threats.values()].filter(({ id }) => !used.threats.has(id)),
    mitigations: [...mitigations.values()].filter(({ id }) => !used.mitigations.has(id)),
  };
  return { of, unused, expanded };
};

/** A threat or a mitigation in a list of the file (`item`), and the app data about it (`entry`). */
type Entry = { item: Fields; entry: Fields; path: string };
type Instance = Entry & { mitigations: Entry[] };

const instancesOf = ({ record, path }: Located): Instance[] =>
  paired(record['threats'], appDataOf(record)['threats'], 'threat', `${path}.threats`).map(
    (instance) => ({
      ...instance,
      mitigations: paired(
        instance.item['mitigations'],
        instance.entry['mitigations'],
        'mitigation',
        `${instance.path}.mitigations`,
      ),
    }),
  );

/**
 * Matches list items with the entries in the app data. Each entry contains the index and the ID of its
 * item. If another tool has moved items since, an entry belongs to the first item with this ID that has
 * no entry yet.
 */
const paired = (list: unknown, entryList: unknown, key: string, path: string): Entry[] => {
  const items = listOf(list).filter(isFields);
  const entries = listOf(entryList).filter(isFields);
  const at = new Map<number, Fields>();
  const lost = entries.filter((entry) => {
    const index = Number(entry['at']);
    const fits = items[index] !== undefined && items[index][key] === entry[key];
    if (fits) at.set(index, entry);
    return !fits;
  });
  for (const entry of lost) {
    const index = items.findIndex((item, at_) => item[key] === entry[key] && !at.has(at_));
    if (index >= 0) at.set(index, entry);
  }
  return items.map((item, index) => ({
    item,
    entry: at.get(index) ?? {},
    path: `${path}[${index}]`,
  }));
};

const wantedId = (entry: Fields, definition: unknown): string =>
  textOf(entry['id']) ?? textOf(definition) ?? '';

const definitions = <Item extends { id: string }>(records: Item[], list: string, notes: Notes) =>
  new Map(unique(records, list, notes).map(({ id, record }) => [id, { ...record, id }]));

type What = 'threat' | 'mitigation';

const unknownState = (notes: Notes, path: string, state: unknown, what: What): void => {
  const message = t(`imports:unknown-${what}-state`, { state: quoted(state) });
  notes.keptAside.push({ place: `${path}.state`, message });
};

const dangling = (notes: Notes, path: string, what: What, id: string): void => {
  const message = t(`imports:missing-${what}`, { id: quoted(id) });
  notes.repairs.push({ place: `${path}.${what}`, message });
};

const cached = <Result>(make: (id: string) => Result): ((id: string) => Result) => {
  const made = new Map<string, Result>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const result = make(id);
    made.set(id, result);
    return result;
  };
};

const doneByDefinition = (instances: Instance[]): Map<string, boolean> => {
  const isDoneById = new Map<string, boolean>();
  for (const { item } of instances.flatMap(({ mitigations }) => mitigations)) {
    const id = textOf(item['mitigation']) ?? '';
    const status = mitigationStatusOf(textOf(item['state']) ?? null);
    isDoneById.set(id, isDoneById.get(id) === true || status === 'done');
  }
  return isDoneById;
};

const readThreat = (id: string, record: OtmThreat | undefined) => {
  const priority = record ? priorityOf(record.risk) : 'medium';
  const appData = record ? appDataOf(record) : {};
  const references = readReferences(record ?? {}, appData);
  const { categories, references: cwes } = readReferences(record ?? {}, {});
  const derived = { risk: neutralRisk(priority), categories, cwes };
  return {
    title: record?.name ?? id,
    description: record?.description ?? '',
    priority,
    ...readAttributes('threat', appData),
    ...(references.categories.length > 0 && { categories: references.categories }),
    ...(references.references.length > 0 && { references: references.references }),
    kept: record ? leftoverOf(record, ['id', 'name', 'description'], derived) : {},
  };
};

const readMitigation = (id: string, record: OtmMitigation | undefined, isDone: boolean) => {
  const appData = record ? appDataOf(record) : {};
  const derived = { riskReduction: neutralReduction(isDone ? ['done'] : []) };
  return {
    title: record?.name ?? id,
    definition: record?.description ?? '',
    ...readAttributes('mitigation', appData),
    kept: record ? leftoverOf(record, ['id', 'name', 'description'], derived) : {},
  };
};

const commentsOf = (entry: Fields): ThreatContent['comments'] =>
  listOf(entry['comments'])
    .map(fieldsOf)
    .map((comment) => ({
      text: textOf(comment['text']) ?? '',
      createdAt: textOf(comment['createdAt']) ?? '1970-01-01T00:00:00.000Z',
    }));

/**
 * Returns the keys of other tools in a list item. In a file of the strict dialect, the app data has
 * these keys.
 */
const instanceLeftover = (item: Fields, entry: Fields, known: string[]): Fields => {
  const { raw } = leftoverOf({ ...fieldsOf(entry['keys']), ...item }, known);
  return raw ? { instance: raw } : {};
};
