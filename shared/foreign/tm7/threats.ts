import { t } from '../../locales/texts.ts';
import { quoted } from '../../otm/notes.ts';
import { threatStatusOf } from '../../otm/vocabulary/states.ts';
import { attributesNamed } from '../attributes-named.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignFlow,
  ForeignMitigation,
  ForeignThreat,
} from '../foreign-model.ts';
import type { ForeignNotes } from '../foreign-notes.ts';
import { priorityOfWord } from '../priority-of-word.ts';
import { threatPropertiesIn, type ThreatProperty } from '../template/properties.ts';
import { childNamed, textIn, type XmlElement } from '../xml.ts';
import { textOfTm7 } from './text.ts';

type Owner = ForeignElement | ForeignFlow;
type OwnerOf = (id: string) => Owner | undefined;

/**
 * Adds each threat to its flow or, if the flow was deleted, to one of the flow's ends. Returns the
 * threats whose flow and ends were all deleted.
 */
export const tm7Threats = (
  root: XmlElement,
  canvases: readonly ForeignCanvas[],
  notes: ForeignNotes,
): ForeignThreat[] => {
  const metaData = childNamed(childNamed(root, 'KnowledgeBase'), 'ThreatMetaData');
  const labels = threatPropertiesIn(metaData);
  const everywhere = ownersOn(canvases);
  const byCanvas = new Map(canvases.map((canvas) => [canvas.id, ownersOn([canvas])]));
  const lost: ForeignThreat[] = [];
  for (const pair of childNamed(root, 'ThreatInstances')?.children ?? []) {
    const value = childNamed(pair, 'Value');
    if (!value) continue;
    // A copied drawing has the IDs of the original, so the drawing that the threat names comes first.
    const own = byCanvas.get(textIn(value, 'DrawingSurfaceGuid'));
    const { flow, end } = placeOf(value, (id) => own?.get(id) ?? everywhere.get(id));
    const setting = { labels, hasFlow: flow !== undefined };
    const threat = threatOf(value, textIn(pair, 'Key'), setting);
    const owner = flow ?? end;
    if (owner) (owner.threats ??= []).push(threat);
    else lost.push(threat);
    if (!flow && end) {
      const message = t('imports:foreign.flow-of-threat', { name: quoted(end.name || end.id) });
      notes.repairs.push({ place: `threat ${textIn(value, 'Id')}`, message });
    }
  }
  return lost;
};

/** Returns the elements and flows by ID. Of several with the same ID, it returns the first. */
const ownersOn = (canvases: readonly ForeignCanvas[]): ReadonlyMap<string, Owner> =>
  new Map(
    canvases
      .flatMap(({ elements, flows }) => [...elements, ...flows])
      .toReversed()
      .map((each) => [each.id, each]),
  );

/** Returns the flow of a threat or, if it was deleted, its target or else its source. */
const placeOf = (value: XmlElement, ownerOf: OwnerOf): { flow?: Owner; end?: Owner } => {
  // The value of `InteractionKey` is `source:flow:target`. Files of old versions name the elements only
  // with this key.
  const [source = '', middle = '', target = ''] = textIn(value, 'InteractionKey').split(':');
  const flow = ownerOf(textIn(value, 'FlowGuid')) ?? ownerOf(middle);
  if (flow) return { flow };
  const ids = [textIn(value, 'TargetGuid'), target, textIn(value, 'SourceGuid'), source];
  const end = ids.map(ownerOf).find((found) => found !== undefined);
  return end ? { end } : {};
};

const known = new Set([
  'Title',
  'UserThreatCategory',
  'UserThreatDescription',
  'UserThreatShortDescription',
  'PossibleMitigations',
  'Priority',
  'InteractionString',
  'StateInformation',
]);

/** The labels of the properties of threats, and whether the flow of the threat exists. */
type Setting = { labels: ReadonlyMap<string, ThreatProperty>; hasFlow: boolean };

const threatOf = (value: XmlElement, key: string, setting: Setting): ForeignThreat => {
  const properties = propertiesOf(value);
  const property = (name: string): string => properties.get(name) ?? textIn(value, name);
  const state = textIn(value, 'State');
  const status = threatStatusOf(state.replaceAll(/([a-z])([A-Z])/g, '$1 $2'));
  const justification = property('StateInformation');
  const category = property('UserThreatCategory');
  const [description, short] = [
    property('UserThreatDescription'),
    property('UserThreatShortDescription'),
  ];
  const labelOf = (name: string): string => setting.labels.get(name)?.label ?? name;
  return {
    id: key || textIn(value, 'Id'),
    title: property('Title') || textIn(value, 'TypeId') || t('imports:foreign.unnamed'),
    description: textOfTm7(description || short),
    status: status ?? 'open',
    priority: priorityOfWord(property('Priority')),
    categories: category === '' ? [] : [category],
    attributes: attributesNamed([
      ...factsOf(value, property, setting),
      ...[...properties]
        .filter(([name]) => !known.has(name))
        .map(([name, text]) => [labelOf(name), text] as const),
      ...(description !== '' && short !== '' && short !== description
        ? [[labelOf('UserThreatShortDescription'), short] as const]
        : []),
    ]),
    mitigations: mitigationsOf(textOfTm7(property('PossibleMitigations')), justification, status),
  };
};

/** Returns the properties of a threat that have a value. */
const propertiesOf = (value: XmlElement): ReadonlyMap<string, string> =>
  new Map(
    (childNamed(value, 'Properties')?.children ?? [])
      .map((pair): [string, string] => [textIn(pair, 'Key'), textIn(pair, 'Value')])
      .filter(([, text]) => text !== ''),
  );

/** The beginning of the time that the tool writes for a threat that nobody has changed. */
const neverChanged = '0001-';

/** Returns what the tool knows about a threat and Parapet has no field for. */
const factsOf = (
  value: XmlElement,
  property: (name: string) => string,
  { hasFlow }: Setting,
): [string, string][] => {
  const priority = property('Priority');
  const isExact = priority.toLowerCase() === priorityOfWord(priority);
  const modifiedAt = textIn(value, 'ModifiedAt');
  const facts: [string, string][] = [
    ['state', textIn(value, 'State')],
    ['justification', property('StateInformation')],
    ['threatType', textIn(value, 'TypeId')],
    ['number', textIn(value, 'Id')],
    ['priority', isExact ? '' : priority],
    ['changedBy', textIn(value, 'ChangedBy')],
    ['modifiedAt', modifiedAt.startsWith(neverChanged) ? '' : modifiedAt],
    ['interaction', hasFlow ? '' : property('InteractionString')],
  ];
  return facts.filter(([, text]) => text !== '');
};

/**
 * Returns the mitigations of a threat. The justification of a mitigated threat describes what was
 * done, so it becomes a mitigation too.
 */
const mitigationsOf = (
  possible: string,
  justification: string,
  status: ForeignThreat['status'] | undefined,
): ForeignMitigation[] => [
  ...(possible === '' ? [] : [{ ...split(possible), status: null }]),
  ...(justification !== '' && status === 'mitigated'
    ? [{ ...split(justification), status: 'done' as const }]
    : []),
];

const longestTitle = 120;

const split = (text: string): { title: string; text: string } =>
  text.length <= longestTitle && !text.includes('\n')
    ? { title: text, text: '' }
    : { title: `${text.slice(0, longestTitle - 1).replaceAll('\n', ' ')}…`, text };
