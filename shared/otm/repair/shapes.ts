import { defaultKind } from '../../canvas/element-kinds.ts';
import { t } from '../../locales/texts.ts';
import { isFields, pick, type Fields } from '../fields.ts';
import { neutralTrust } from '../vocabulary/risk.ts';
import { layoutOnly } from './account-data.ts';
import { list, record } from './record.ts';
import {
  fields,
  flag,
  invalid,
  number,
  orNothing,
  orNull,
  text,
  texts,
  type Rule,
  type Shape,
} from './rules.ts';

/** The dialects: all names and shapes that other tools use for the fields of the schema. */

const maybeText = orNothing(text);
const maybeTexts = orNothing(texts);
const attributes = orNothing(fields);
const geometry = { postion: 'position', possition: 'position', pos: 'position' };

const numbers = (keys: string[], aliases: Record<string, string> = {}): Rule =>
  orNothing(
    record({
      keys: Object.fromEntries(keys.map((key) => [key, number])),
      aliases,
      required: keys,
    }),
  );

const size = numbers(['width', 'height'], { with: 'width', widht: 'width', heigth: 'height' });
const position = numbers(['x', 'y']);

/**
 * Returns a rule that keeps only some keys of an object, because an export computes the object again. If
 * the object has other keys, the whole object is also set aside.
 */
const only =
  (keys: string[], rule: Rule): Rule =>
  (value, at) => {
    const read = rule(value, at);
    if (!isFields(read) || Object.keys(read).every((key) => keys.includes(key))) return read;
    at.setAside(value);
    return pick(read, (key) => keys.includes(key));
  };
const idOr = (word: string) => (_record: Fields, index: number) => `${word}-${index + 1}`;
const sameAsId = (known: Fields): unknown => known['id'];

/**
 * Keeps only one parent. A record cannot have both a zone and a component as its parent, and the
 * component is the nearer one.
 */
const nearestParent: Rule = (value, at) => {
  const read = record({
    keys: { trustZone: maybeText, component: maybeText },
    aliases: { trustzone: 'trustZone', zone: 'trustZone' },
    required: [],
    fromText: (id) => ({ trustZone: id }),
  })(value, at);
  if (typeof read !== 'object' || read === null) return value === null ? undefined : read;
  const given = { ...read };
  if (!('component' in given)) return 'trustZone' in given ? given : invalid;
  if (!('trustZone' in given)) return given;
  at.setAside(value);
  at.notes.repairs.push({ place: at.path, message: t('imports:zone-and-component') });
  const { trustZone: _zone, ...component } = given;
  return component;
};

const parent = only(['trustZone', 'component'], nearestParent);

export const elementShape: Shape = {
  keys: {
    representation: text,
    name: maybeText,
    id: text,
    position,
    size,
    file: maybeText,
    line: orNothing(number),
    codeSnippet: maybeText,
    attributes,
  },
  extras: { positionAbsolute: only(['x', 'y'], position), metaData: layoutOnly },
  aliases: { represetation: 'representation', ...geometry },
  defaults: { representation: () => '', id: (known) => known['representation'] },
  required: ['representation', 'id'],
};

const mitigationInstance: Shape = {
  keys: { mitigation: orNull(text), state: orNull(text) },
  defaults: { mitigation: () => null, state: () => null },
  required: [],
  fromText: (id) => ({ mitigation: id }),
};

const threatInstance: Shape = {
  keys: { threat: text, state: text, mitigations: list(mitigationInstance) },
  defaults: { state: () => 'exposed' },
  required: ['threat'],
  fromText: (id) => ({ threat: id }),
};

export const projectShape: Shape = {
  keys: {
    name: text,
    id: text,
    description: maybeText,
    owner: maybeText,
    ownerContact: maybeText,
    tags: maybeTexts,
    attributes,
  },
  extras: { metaData: layoutOnly },
  defaults: {
    id: (known) => known['name'] ?? 'untitled',
    name: (known) => (known['id'] === 'untitled' ? 'Untitled' : known['id']),
  },
  required: [],
};

export const representationShape: Shape = {
  keys: {
    name: text,
    id: text,
    type: text,
    description: maybeText,
    size,
    repository: orNothing(record({ keys: { url: orNull(text) }, required: ['url'] })),
    attributes,
  },
  extras: { metaData: layoutOnly },
  defaults: { id: idOr('representation'), name: sameAsId, type: () => 'diagram' },
  required: [],
};

const assetRisk = ['confidentiality', 'integrity', 'availability'];

const assetShape: Shape = {
  keys: {
    name: text,
    id: text,
    description: maybeText,
    risk: record({
      keys: {
        ...Object.fromEntries(assetRisk.map((key) => [key, number])),
        comment: maybeText,
      },
      required: assetRisk,
    }),
    attributes,
  },
  defaults: { id: idOr('asset'), name: sameAsId },
  required: ['risk'],
};

export const zoneShape: Shape = {
  keys: {
    id: text,
    name: text,
    type: maybeText,
    description: maybeText,
    risk: record({
      keys: { trustRating: number },
      defaults: { trustRating: () => neutralTrust.trustRating },
      required: ['trustRating'],
    }),
    parent,
    representations: list(elementShape),
    attributes,
  },
  extras: { threats: list(threatInstance), metaData: layoutOnly },
  defaults: { id: idOr('zone'), name: sameAsId, risk: () => neutralTrust },
  required: [],
};

/**
 * Removes an empty list. In some files, an empty list means that there are no assets, although the
 * schema requires an object.
 */
const componentAssets: Rule = (value, at) =>
  Array.isArray(value) && value.length === 0
    ? undefined
    : orNothing(record({ keys: { processed: maybeTexts, stored: maybeTexts }, required: [] }))(
        value,
        at,
      );

export const componentShape: Shape = {
  keys: {
    id: text,
    name: text,
    type: text,
    description: maybeText,
    parent,
    representations: list(elementShape),
    assets: componentAssets,
    threats: list(threatInstance),
    tags: maybeTexts,
    attributes,
  },
  extras: { metaData: layoutOnly },
  defaults: {
    id: idOr('component'),
    name: sameAsId,
    type: () => defaultKind,
    // A component without a parent gets itself as its zone, like a component in no zone in files of the
    // service.
    parent: (known) => ({ trustZone: known['id'] }),
  },
  required: [],
};

export const flowShape: Shape = {
  keys: {
    id: text,
    name: text,
    description: maybeText,
    bidirectional: orNothing(flag),
    source: text,
    destination: text,
    assets: maybeTexts,
    threats: list(threatInstance),
    tags: maybeTexts,
    attributes,
  },
  extras: { representations: list(elementShape), metaData: layoutOnly },
  aliases: { target: 'destination', to: 'destination', from: 'source' },
  defaults: {
    id: idOr('dataflow'),
    name: () => '',
    source: () => '',
    destination: () => '',
  },
  required: [],
};

/**
 * `likelihood` may be null. A missing impact gets the value of the likelihood, or -1 if both are
 * missing.
 */
const threatRisk = record({
  keys: {
    likelihood: orNull(number),
    likelihoodComment: maybeText,
    impact: number,
    impactComment: maybeText,
  },
  defaults: {
    likelihood: () => null,
    impact: (known) => known['likelihood'] ?? -1,
  },
  required: [],
});

export const threatShape: Shape = {
  keys: {
    id: text,
    name: text,
    description: maybeText,
    categories: maybeTexts,
    cwes: maybeTexts,
    risk: threatRisk,
    tags: maybeTexts,
    attributes,
  },
  extras: { metaData: layoutOnly },
  defaults: {
    id: idOr('threat'),
    name: sameAsId,
    risk: () => ({ likelihood: null, impact: -1 }),
  },
  required: [],
};

export const mitigationShape: Shape = {
  keys: {
    id: text,
    name: text,
    description: maybeText,
    riskReduction: number,
    attributes,
  },
  extras: { metaData: layoutOnly },
  defaults: { id: idOr('mitigation'), name: sameAsId, riskReduction: () => 0 },
  required: [],
};

export const documentShape: Shape = {
  keys: {
    otmVersion: text,
    project: record(projectShape),
    representations: list(representationShape),
    assets: list(assetShape),
    trustZones: list(zoneShape),
    components: list(componentShape),
    dataflows: list(flowShape),
    threats: list(threatShape),
    mitigations: list(mitigationShape),
  },
  extras: { metaData: layoutOnly },
  defaults: {
    otmVersion: () => '0.2.0',
    project: () => ({ name: 'Untitled', id: 'untitled' }),
  },
  required: [],
};
