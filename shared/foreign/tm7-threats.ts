import { t } from '../locales/texts.ts';
import { defined } from '../otm/fields.ts';
import { quoted } from '../otm/notes.ts';
import { threatStatusOf } from '../otm/vocabulary/states.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignFlow,
  ForeignMitigation,
  ForeignThreat,
} from './foreign-model.ts';
import type { ForeignNotes } from './foreign-notes.ts';
import { textOfHtml } from './plain-text.ts';
import { priorityOfWord } from './priority-of-word.ts';
import { childNamed, textIn, type XmlElement } from './xml.ts';

type Owner = ForeignElement | ForeignFlow;

/**
 * Adds each threat to its flow or, if the flow was deleted, to one of the flow's ends. Returns the
 * threats whose flow and ends were all deleted.
 */
export const tm7Threats = (
  root: XmlElement,
  canvases: readonly ForeignCanvas[],
  notes: ForeignNotes,
): ForeignThreat[] => {
  const owners = new Map<string, Owner>(
    canvases
      .flatMap(({ elements, flows }) => [...elements, ...flows])
      .map((each) => [each.id, each]),
  );
  const lost: ForeignThreat[] = [];
  for (const pair of childNamed(root, 'ThreatInstances')?.children ?? []) {
    const value = childNamed(pair, 'Value');
    if (!value) continue;
    const threat = threatOf(value, textIn(pair, 'Key'));
    const owner = ownerOf(value, owners, notes);
    if (owner) (owner.threats ??= []).push(threat);
    else lost.push(threat);
  }
  return lost;
};

const ownerOf = (
  value: XmlElement,
  owners: ReadonlyMap<string, Owner>,
  notes: ForeignNotes,
): Owner | undefined => {
  // The value of `InteractionKey` is `source:flow:target`. Files of old versions name the elements only
  // with this key.
  const [source = '', flow = '', target = ''] = textIn(value, 'InteractionKey').split(':');
  const own = owners.get(textIn(value, 'FlowGuid')) ?? owners.get(flow);
  if (own) return own;
  const ids = [textIn(value, 'TargetGuid'), target, textIn(value, 'SourceGuid'), source];
  const end = ids.map((id) => owners.get(id)).find((found) => found !== undefined);
  if (end) {
    const message = t('imports:foreign.flow-of-threat', { name: quoted(end.name || end.id) });
    notes.repairs.push({ place: `threat ${textIn(value, 'Id')}`, message });
  }
  return end;
};

const known = new Set([
  'Title',
  'UserThreatCategory',
  'UserThreatDescription',
  'UserThreatShortDescription',
  'PossibleMitigations',
  'Priority',
  'InteractionString',
]);

const threatOf = (value: XmlElement, key: string): ForeignThreat => {
  const properties = new Map(
    (childNamed(value, 'Properties')?.children ?? []).map((pair) => [
      textIn(pair, 'Key'),
      textIn(pair, 'Value'),
    ]),
  );
  const property = (name: string): string => {
    const own = properties.get(name) ?? '';
    return own === '' ? textIn(value, name) : own;
  };
  const state = textIn(value, 'State');
  const status = threatStatusOf(state.replaceAll(/([a-z])([A-Z])/g, '$1 $2'));
  const justification = textIn(value, 'StateInformation');
  const category = property('UserThreatCategory');
  const others = [...properties].filter(([name, text]) => !known.has(name) && text !== '');
  return {
    id: key || textIn(value, 'Id'),
    title: property('Title') || textIn(value, 'TypeId') || t('imports:foreign.unnamed'),
    description: textOfHtml(
      property('UserThreatDescription') || property('UserThreatShortDescription'),
    ),
    status: status ?? 'open',
    priority: priorityOfWord(property('Priority')),
    categories: category === '' ? [] : [category],
    attributes: defined({
      ...Object.fromEntries(others),
      state: state || undefined,
      justification: justification || undefined,
      threatType: textIn(value, 'TypeId') || undefined,
      number: textIn(value, 'Id') || undefined,
    }),
    mitigations: mitigationsOf(textOfHtml(property('PossibleMitigations')), justification, status),
  };
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
