import i18next from 'i18next';
import type { CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { isPriority, severities } from '../threats/severity.tsx';
import { kindOf } from './node-kinds.ts';

const ns = 'canvas' as const;

/** The open threats of an element, and the worst priority among them. */
export type Threats = { count: number; priority: string | null };

export const kindName = (type: string | undefined): string => {
  const kind = kindOf(type);
  return kind ? i18next.t(kind.name, { ns }) : i18next.t('kind.other', { ns, type: type ?? '' });
};

export const priorityName = (priority: string): string =>
  isPriority(priority) ? i18next.t(severities[priority].textKey, { ns: 'threats' }) : priority;

const labelOrNone = (label = ''): string =>
  label.trim() === '' ? i18next.t('spoken.unlabelled', { ns }) : label;

const threatWords = ({ count, priority }: Threats): string =>
  count === 0
    ? ''
    : i18next.t('spoken.threats', { ns, count, priority: priorityName(priority ?? '') });

const classificationWords = (classification = ''): string =>
  classification === '' ? '' : i18next.t('spoken.classification', { ns, classification });

/** “Process Web app, 3 open threats, at worst high” */
export const spokenNode = (
  { type, data }: Pick<CanvasNode, 'type' | 'data'>,
  threats: Threats,
  /** How many elements a collapsed boundary hides. */
  held?: number,
) =>
  [
    i18next.t('spoken.node', { ns, kind: kindName(type), label: labelOrNone(data.label) }),
    held === undefined ? '' : i18next.t('spoken.holds', { ns: 'elements', count: held }),
    data.outOfScope ? i18next.t('spoken.outOfScope', { ns }) : '',
    data.locked === true ? i18next.t('spoken.locked', { ns: 'elements' }) : '',
    threatWords(threats),
  ]
    .filter(Boolean)
    .join(', ');

/** “Data flow Login, from Browser to Web app, encrypted” */
export const spokenFlow = (
  data: NonNullable<CanvasEdge['data']>,
  ends: { source: string | undefined; target: string | undefined },
  threats: Threats,
): string => {
  const kind = i18next.t('kind.flow', { ns });
  const named = { source: labelOrNone(ends.source), target: labelOrNone(ends.target) };
  return [
    i18next.t('spoken.node', { ns, kind, label: data.label ?? '' }).trim(),
    i18next.t(data.bidirectional ? 'spoken.flowBoth' : 'spoken.flow', { ns, ...named }),
    data.protocol ?? '',
    data.encrypted ? i18next.t('spoken.encrypted', { ns }) : '',
    data.authenticated ? i18next.t('spoken.authenticated', { ns }) : '',
    classificationWords(data.dataClassification),
    threatWords(threats),
  ]
    .filter(Boolean)
    .join(', ');
};
