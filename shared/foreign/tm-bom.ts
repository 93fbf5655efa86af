import { t } from '../locales/texts.ts';
import { defined, fieldsOf, isFields, listOf, pick, textOf, type Fields } from '../otm/fields.ts';
import { quoted } from '../otm/notes.ts';
import { mitigationStatusOf } from '../otm/vocabulary/states.ts';
import type {
  ForeignElement,
  ForeignEnd,
  ForeignFlow,
  ForeignMitigation,
  ForeignModel,
  ForeignThreat,
} from './foreign-model.ts';
import { nothingNoted, type ForeignNotes } from './foreign-notes.ts';
import { priorityOfWord } from './priority-of-word.ts';

/**
 * Tells if a JSON document is a model in the format of the OWASP threat model library (CycloneDX
 * TM-BOM).
 */
export const isTmBom = (document: Fields): boolean =>
  isFields(document['scope']) &&
  lists.some((list) => Array.isArray(document[list])) &&
  document['otmVersion'] === undefined;

const lists = ['components', 'data_stores', 'actors', 'data_flows', 'trust_zones'] as const;

/**
 * Reads a model of the threat model library. The format has no positions, so the import lays out the
 * only canvas.
 */
export const readTmBom = (document: Fields): ForeignModel => {
  const scope = fieldsOf(document['scope']);
  const title = text(scope['title']) || text(document['title']);
  const controls = recordsIn(document, 'controls');
  const threats = recordsIn(document, 'threats');
  const file: LibraryFile = {
    names: namesIn(document),
    risksOf: byThreat(recordsIn(document, 'risks')),
    threatNames: new Set(threats.map((each) => each['symbolic_name'])),
    controls,
    controlsOf: byThreat(controls),
    placementsIn: placementsByStore(recordsIn(document, 'data_sets')),
    notes: nothingNoted(),
  };
  const groups: [string, ForeignElement[]][] = [
    ['trust_zone', recordsIn(document, 'trust_zones').map((each) => zoneOf(each, file))],
    [
      'actor',
      recordsIn(document, 'actors').map((each) => elementOf(each, 'externalEntityNode', file)),
    ],
    [
      'component',
      recordsIn(document, 'components').map((each) => elementOf(each, 'processNode', file)),
    ],
    ['data_store', recordsIn(document, 'data_stores').map((each) => storeOf(each, file))],
  ];
  const elements = distinct(groups);
  const ids = new Set(elements.map(({ id }) => id));
  const flows = recordsIn(document, 'data_flows').map((flow) => flowOf(flow, ids));
  const owners = new Map<string, Owner>(
    [...flows, ...elements].filter(({ id }) => id !== '').map((each) => [each.id, each]),
  );
  const whole: ForeignThreat[] = [];
  for (const record of threats) {
    const threat = threatOf(record, file);
    const owner = ownerOf(record, file, owners);
    if (owner) (owner.threats ??= []).push(threat);
    else whole.push(threat);
  }
  const described = new Set([text(document['description']), text(scope['description'])]);
  return {
    title,
    description: [...described].filter((part) => part !== '').join('\n\n'),
    attributes: {
      ...others({ ...others(scope, ['title', 'description']), ...document }, drawn),
      ...looseControls(file),
    },
    canvases: [{ id: 'diagram', title, elements, flows }],
    threats: whole,
    notes: file.notes,
  };
};

/** The keys of a document that do not become attributes of the model. */
const drawn: readonly string[] = [
  ...lists,
  'description',
  'threats',
  'controls',
  'scope',
  '$schema',
];

type Owner = ForeignElement | ForeignFlow;

type Placement = { set: Fields; isEncrypted: unknown };

type LibraryFile = {
  /** The symbolic names of all elements. */
  names: ReadonlySet<string>;
  /** The risks of each threat, by the symbolic name of the threat. */
  risksOf: ReadonlyMap<unknown, Fields[]>;
  threatNames: ReadonlySet<unknown>;
  controls: readonly Fields[];
  controlsOf: ReadonlyMap<unknown, Fields[]>;
  /** The data sets in each store, by the symbolic name of the store. */
  placementsIn: ReadonlyMap<unknown, Placement[]>;
  notes: ForeignNotes;
};

/** Returns records that name threats, by the symbolic name of the threat. */
const byThreat = (records: readonly Fields[]): ReadonlyMap<unknown, Fields[]> =>
  grouped(
    records.flatMap((record) =>
      [...new Set(listOf(record['threats']))].map((threat): [unknown, Fields] => [threat, record]),
    ),
  );

const placementsByStore = (sets: readonly Fields[]): ReadonlyMap<unknown, Placement[]> =>
  grouped(
    sets.flatMap((set) =>
      listOf(set['placements'])
        .filter(isFields)
        .map((placement): [unknown, Placement] => [
          placement['data_store'],
          { set, isEncrypted: placement['encrypted'] },
        ]),
    ),
  );

const grouped = <Value>(pairs: readonly [unknown, Value][]): ReadonlyMap<unknown, Value[]> => {
  const groups = Map.groupBy(pairs, ([key]) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(([, value]) => value)]));
};

const text = (value: unknown): string => textOf(value) ?? '';

const recordsIn = (document: Fields, list: string): Fields[] =>
  listOf(document[list]).filter(isFields).map(withNames);

/**
 * Returns a record with the keys `symbolic_name` and `title` of the schema. In some files of the
 * library, records have `id` and `name` instead, or only one of these keys.
 */
const withNames = (record: Fields): Fields => {
  const { id, name, title } = record;
  const symbolicName = text(record['symbolic_name']) || text(id) || text(title) || text(name);
  const shown = text(title) || text(name) || symbolicName;
  const isRepeated = (key: string, value: unknown): boolean =>
    (key === 'id' && text(value) === symbolicName) || (key === 'name' && text(value) === shown);
  return {
    ...pick(record, (key, value) => !isRepeated(key, value)),
    symbolic_name: symbolicName,
    title: shown,
  };
};

const namesIn = (document: Fields): ReadonlySet<string> =>
  new Set(
    lists.flatMap((list) =>
      recordsIn(document, list)
        .map((record) => text(record['symbolic_name']))
        .filter((name) => name !== ''),
    ),
  );

const others = (record: Fields, known: readonly string[]): Fields =>
  pick(record, (key, value) => !known.includes(key) && value !== null && value !== '');

const nameOf = (record: Fields): string => text(record['title']) || text(record['symbolic_name']);

const plain = ['symbolic_name', 'title', 'description', 'trust_zone', 'parent'];

/**
 * Reads an element. If the file does not have the parent or the zone that the element names, it is
 * noted and kept as an attribute.
 */
const elementOf = (
  record: Fields,
  kind: ForeignElement['kind'],
  { names, notes }: LibraryFile,
  parentKeys: readonly string[] = ['parent', 'trust_zone'],
): ForeignElement => {
  const id = text(record['symbolic_name']);
  const unknown = parentKeys.filter(
    (key) => text(record[key]) !== '' && !names.has(text(record[key])),
  );
  for (const key of unknown) {
    const message = t('imports:foreign.kept-reference', { key, name: quoted(record[key]) });
    notes.repairs.push({ place: id, message });
  }
  return {
    id,
    kind,
    name: nameOf(record),
    description: text(record['description']),
    parent: parentKeys.map((key) => text(record[key])).find((name) => names.has(name)) ?? null,
    attributes: others(
      record,
      plain.filter((key) => !unknown.includes(key)),
    ),
  };
};

const zoneOf = (zone: Fields, file: LibraryFile): ForeignElement =>
  elementOf(zone, 'trustBoundaryNode', file, ['parent']);

/**
 * Returns all elements with unique IDs. In the file, an ID is unique only within its type. If an element
 * has the same ID as an element of an earlier type, its own type is put before its ID. Flows can still
 * find the element, because they state the type of their ends.
 */
const distinct = (groups: readonly [string, ForeignElement[]][]): ForeignElement[] => {
  const taken = new Set<string>();
  return groups.flatMap(([type, elements]) =>
    elements.map((element) => {
      const id = taken.has(element.id) ? `${type}/${element.id}` : element.id;
      taken.add(id);
      return { ...element, id };
    }),
  );
};

const storeOf = (record: Fields, file: LibraryFile): ForeignElement => {
  const store = elementOf(record, 'dataStoreNode', file);
  const placements = file.placementsIn.get(store.id) ?? [];
  const states = new Set(placements.map(({ isEncrypted }) => isEncrypted));
  const [only] = states;
  return {
    ...store,
    data: defined({
      encryptedAtRest: states.size === 1 && typeof only === 'boolean' ? only : undefined,
      holdsCredentials: placements.some(({ set }) =>
        listOf(set['data_sensitivity']).includes('cred'),
      )
        ? true
        : undefined,
    }),
    attributes: {
      ...store.attributes,
      ...(placements.length > 0 && { dataSets: placements.map(({ set }) => nameOf(set)) }),
    },
  };
};

const flowOf = (record: Fields, ids: ReadonlySet<string>): ForeignFlow => ({
  id: text(record['symbolic_name']),
  name: nameOf(record),
  description: text(record['description']),
  source: endOf(record['source'], ids),
  target: endOf(record['destination'], ids),
  data: defined({
    encrypted: typeof record['encrypted'] === 'boolean' ? record['encrypted'] : undefined,
    bidirectional: record['bidirectional'] === true ? true : undefined,
  }),
  attributes: others(record, [...plain, 'source', 'destination', 'encrypted', 'bidirectional']),
});

/**
 * Reads an end of a flow. The type of the end is a plain word, such as `data_store`, or a reference to
 * the schema, such as `#/$defs/data-store`.
 */
const endOf = (end: unknown, ids: ReadonlySet<string>): ForeignEnd => {
  const { type, object } = fieldsOf(end);
  const name = text(end) || text(object);
  const typed = `${text(type).replace('#/$defs/', '').replaceAll('-', '_')}/${name}`;
  return { id: ids.has(typed) ? typed : name, name };
};

const threatOf = (record: Fields, file: LibraryFile): ForeignThreat => {
  const { risksOf, controlsOf } = file;
  const id = text(record['symbolic_name']);
  const risks = risksOf.get(id) ?? [];
  const levels = new Set(risks.map((risk) => priorityOfWord(text(risk['level']))));
  const numbered = (list: string, key: string, prefix: string): string[] =>
    recordsAt(record[list]).flatMap((each) =>
      typeof each[key] === 'number' ? [`${prefix}-${each[key]}`] : [],
    );
  const order = ['critical', 'high', 'medium', 'low'] as const;
  return {
    id,
    title: nameOf(record),
    description: text(record['description']),
    status: 'open',
    priority: order.find((level) => levels.has(level)) ?? 'medium',
    categories: listOf(record['categories']).flatMap((each) => textOf(each) ?? []),
    references: [
      ...numbered('attack_mechanisms', 'capec_id', 'CAPEC'),
      ...numbered('weaknesses', 'cwe_id', 'CWE'),
    ],
    attributes: others(record, [...plain, 'categories']),
    mitigations: (controlsOf.get(id) ?? []).map((control) => controlOf(control, file)),
  };
};

/** Returns the records of a list. In some files, a single record is in place of a list. */
const recordsAt = (value: unknown): Fields[] =>
  isFields(value) ? [value] : listOf(value).filter(isFields);

/** Reads a control. The names of threats that the file does not have are kept as an attribute. */
const controlOf = (control: Fields, { threatNames }: LibraryFile): ForeignMitigation => ({
  id: text(control['symbolic_name']),
  title: nameOf(control),
  text: text(control['description']),
  status:
    control['status'] === 'wont_do'
      ? 'never'
      : (mitigationStatusOf(text(control['status'])) ?? null),
  attributes: {
    ...others(control, ['symbolic_name', 'title', 'description', 'threats']),
    ...unlessNone(
      'threats',
      listOf(control['threats']).filter((name) => !threatNames.has(name)),
    ),
  },
});

const unlessNone = (key: string, names: unknown[]): Fields =>
  names.length > 0 ? { [key]: names } : {};

/**
 * Returns the controls that address no threat in the file, as an attribute of the model, and notes each
 * of them.
 */
const looseControls = ({ threatNames, controls, notes }: LibraryFile): Fields => {
  const loose = controls.filter(
    (control) => !listOf(control['threats']).some((threat) => threatNames.has(threat)),
  );
  for (const control of loose) {
    const message = t('imports:foreign.loose-control', { name: quoted(nameOf(control)) });
    notes.repairs.push({ place: text(control['symbolic_name']), message });
  }
  return unlessNone('controls', loose);
};

/**
 * Returns the element or flow that a threat names. A threat names components, so a component comes
 * before a zone with the same name. If the threat names none, as most threats do, returns the trust
 * zone that a control against the threat protects.
 */
const ownerOf = (
  record: Fields,
  { controlsOf }: LibraryFile,
  owners: ReadonlyMap<string, Owner>,
): Owner | undefined => {
  const named = Object.entries(record)
    .filter(([key]) => !plain.includes(key) && key !== 'threat_persona')
    .flatMap(([, value]) => [value, ...listOf(value)])
    .map((value) => owners.get(`component/${text(value)}`) ?? owners.get(text(value)))
    .find((owner) => owner !== undefined);
  if (named) return named;
  const zones = (controlsOf.get(record['symbolic_name']) ?? [])
    .map((control) => fieldsOf(control['trust_boundary']))
    .flatMap((boundary) => [boundary['trust_zone_b'], boundary['trust_zone_a']]);
  return zones.map((zone) => owners.get(text(zone))).find((owner) => owner !== undefined);
};
