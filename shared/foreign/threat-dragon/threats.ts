import { t } from '../../locales/texts.ts';
import { isFields, listOf, type Fields } from '../../otm/fields.ts';
import { threatStatusOf } from '../../otm/vocabulary/states.ts';
import { isCategoryWord } from '../category-of-word.ts';
import type { ForeignThreat } from '../foreign-model.ts';
import { tidy } from '../plain-text.ts';
import { priorityOfWord } from '../priority-of-word.ts';
import { others, text } from './fields.ts';
import { isFilledIn } from './texts.ts';

/**
 * Returns the threats of a cell. They are in its data, as Threat Dragon writes them, or beside the
 * data, as its published schema says. A threat in both places is returned once.
 */
export const threatsOf = (cell: Fields, data: Fields, owner: string): ForeignThreat[] => {
  const inside = threatsIn(data, owner);
  if (data === cell) return inside;
  const known = new Set(inside.map(contentIn));
  return [...inside, ...threatsIn(cell, owner).filter((threat) => !known.has(contentIn(threat)))];
};

const contentIn = ({ id: _id, ...content }: ForeignThreat): string => JSON.stringify(content);

/** Returns the threats in the list of a cell. Other programs write such lists for a whole model too. */
export const threatsIn = ({ threats }: Fields, owner: string): ForeignThreat[] =>
  listOf(threats).flatMap((threat, at) => threatOf(threat, `${owner}-threat-${at + 1}`));

/** Returns a text, or an empty text if Threat Dragon filled it in. */
const ownText = (value: unknown): string => (isFilledIn(text(value)) ? '' : text(value));

/**
 * Returns the category that a type means. In Spanish, Threat Dragon writes types in two languages:
 * `Tampering / Manipulación`.
 */
const categoryOf = (type: string): string => type.split(' / ').find(isCategoryWord) ?? type;

/** Statuses that become the status not applicable, but say more. */
const saysMore: ReadonlySet<string> = new Set(['avoided', 'eliminated']);

/** Reads a threat. Other programs write only its title. */
const threatOf = (source: unknown, fallbackId: string): ForeignThreat[] => {
  const threat = isFields(source) ? source : { title: text(source) };
  if (threat !== source && threat['title'] === '') return [];
  const title = text(threat['title']) || text(threat['type']) || t('imports:foreign.unnamed');
  const mitigation = ownText(threat['mitigation']);
  const status = text(threat['status']);
  const known = threatStatusOf(status);
  const isExact = known !== undefined && !saysMore.has(status.trim().toLowerCase());
  const type = text(threat['type']);
  const category = categoryOf(type);
  const severity = text(threat['severity']);
  const priority = priorityOfWord(severity);
  return [
    {
      id: text(threat['id']) || text(threat['threatId']) || fallbackId,
      title,
      description: ownText(threat['description']),
      status: known ?? 'open',
      priority,
      categories: category === '' ? [] : [category],
      attributes: {
        ...others(threat, [
          'title',
          'mitigation',
          'status',
          'type',
          'id',
          'threatId',
          'description',
          'severity',
        ]),
        ...(!isExact && status !== '' && { status }),
        ...(category !== type && { type }),
        ...(severity !== '' && severity.toLowerCase() !== priority && { severity }),
      },
      mitigations:
        mitigation.trim() === '' ? [] : [mitigationOf(mitigation, known === 'mitigated')],
    },
  ];
};

const mitigationOf = (mitigation: string, isDone: boolean) => {
  const [first = ''] = tidy(mitigation).split('\n');
  const isShort = tidy(mitigation) === first && first.length <= 120;
  return {
    title: isShort ? first : `${first.slice(0, 119)}${first.length > 119 ? '…' : ''}`,
    text: isShort ? '' : mitigation,
    status: isDone ? ('done' as const) : null,
  };
};
