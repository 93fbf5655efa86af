import i18next from 'i18next';
import { crossedBy } from '#shared/canvas/crossings.ts';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { ancestorsOf, edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { isPriority, severities } from '../threats/severity.tsx';
import type { Badges } from './badges.ts';
import { kindOf } from './node-kinds.ts';

const ns = 'canvas' as const;

/** The open threats of an element, and the worst priority among them. */
export type Threats = { count: number; priority: string | null };

export const kindName = (type: string | undefined): string => {
  if (type === 'flow') return i18next.t('kind.flow', { ns });
  const kind = kindOf(type);
  return kind ? i18next.t(kind.name, { ns }) : i18next.t('kind.other', { ns, type: type ?? '' });
};

export const priorityName = (priority: string): string =>
  isPriority(priority) ? i18next.t(severities[priority].textKey, { ns: 'threats' }) : priority;

/** A label as it is shown in lists, where an element without one has to be called something. */
export const shownName = (label = ''): string =>
  label.trim() === '' ? i18next.t('unnamed', { ns: 'finding' }) : label;

const labelOrNone = (label = ''): string =>
  label.trim() === '' ? i18next.t('spoken.unlabelled', { ns }) : label;

const threatWords = ({ count, priority }: Threats): string =>
  count === 0
    ? ''
    : i18next.t('spoken.threats', { ns, count, priority: priorityName(priority ?? '') });

const classificationWords = (classification = ''): string =>
  classification === '' ? '' : i18next.t('spoken.classification', { ns, classification });

/** Made once for each language: making one takes longer than all the rest of a spoken name. */
const formats = new Map<string, Intl.ListFormat>();

const listed = (names: readonly string[]): string => {
  const { language } = i18next;
  const format = formats.get(language) ?? new Intl.ListFormat(language, { type: 'conjunction' });
  formats.set(language, format);
  return format.format(names);
};

/** The name of the boundary that a node is in; `undefined` where it is in none. */
export const boundaryNameOf = (document: CanvasDocument, id: string): string | undefined => {
  const node = nodeById(document, id);
  const boundary = node && ancestorsOf(document, node).find(isBoundary);
  return boundary && labelOrNone(boundary.data.label);
};

/** The names of the boundaries that a flow crosses; empty where it crosses none. */
export const crossedNamesOf = (document: CanvasDocument, id: string): string => {
  const crossed = crossedBy(document, id);
  return crossed.length === 0 ? '' : listed(crossed.map(({ data }) => labelOrNone(data.label)));
};

/**
 * “Web app, Process, in Internal network, 3 open threats, at worst high”; `held`: how many elements a
 * collapsed boundary hides.
 */
export const spokenNode = (
  { type, data }: Pick<CanvasNode, 'type' | 'data'>,
  threats: Threats,
  { boundary, held }: { boundary?: string | undefined; held?: number | undefined } = {},
): string =>
  [
    i18next.t('spoken.node', { ns, kind: kindName(type), label: labelOrNone(data.label) }),
    boundary === undefined ? '' : i18next.t('spoken.inBoundary', { ns, boundary }),
    held === undefined ? '' : i18next.t('spoken.holds', { ns: 'elements', count: held }),
    data.outOfScope ? i18next.t('spoken.outOfScope', { ns }) : '',
    data.locked === true ? i18next.t('spoken.locked', { ns: 'elements' }) : '',
    threatWords(threats),
  ]
    .filter(Boolean)
    .join(', ');

/** “Data flow Login, from Browser to Web app, crosses DMZ, encrypted” */
export const spokenFlow = (
  data: NonNullable<CanvasEdge['data']>,
  ends: { source: string | undefined; target: string | undefined },
  threats: Threats,
  crossed = '',
): string => {
  const kind = kindName('flow');
  const named = { source: labelOrNone(ends.source), target: labelOrNone(ends.target) };
  return [
    i18next.t('spoken.flowNamed', { ns, kind, label: data.label ?? '' }).trim(),
    i18next.t(data.bidirectional ? 'spoken.flowBoth' : 'spoken.flow', { ns, ...named }),
    crossed === '' ? '' : i18next.t('spoken.crosses', { ns, boundaries: crossed }),
    data.protocol ?? '',
    data.encrypted ? i18next.t('spoken.encrypted', { ns }) : '',
    data.authenticated ? i18next.t('spoken.authenticated', { ns }) : '',
    classificationWords(data.dataClassification),
    threatWords(threats),
  ]
    .filter(Boolean)
    .join(', ');
};

type Known = { document: CanvasDocument; badges: Badges | null };

const threatsOf = (badges: Badges | null, componentId: string | undefined): Threats => {
  const badge = componentId === undefined ? undefined : badges?.get(componentId);
  return { count: badge?.openThreatCount ?? 0, priority: badge?.worstPriority ?? null };
};

/** The same for any element of the drawing, by its id. */
export const spokenElement = ({ document, badges }: Known, id: string): string => {
  const node = nodeById(document, id);
  if (node) {
    const threats = threatsOf(badges, node.data.componentId);
    return spokenNode(node, threats, { boundary: boundaryNameOf(document, id) });
  }
  const edge = edgeById(document, id);
  if (!edge) return '';
  const ends = {
    source: nodeById(document, edge.source)?.data.label,
    target: nodeById(document, edge.target)?.data.label,
  };
  const threats = threatsOf(badges, edge.data?.componentId);
  return spokenFlow(edge.data ?? {}, ends, threats, crossedNamesOf(document, id));
};
