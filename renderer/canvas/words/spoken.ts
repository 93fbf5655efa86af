import i18next from 'i18next';
import { crossedBy } from '#shared/canvas/crossings.ts';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { isElementKind } from '#shared/canvas/element-kinds.ts';
import { boxOf, isBoundary } from '#shared/canvas/geometry.ts';
import { ancestorsOf, edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { classificationText } from '#shared/canvas/security-properties.ts';
import { language } from '#shared/locales/texts.ts';
import { isPriority, severities } from '../../kernel/records/severity.tsx';
import { announce } from '../state/announcements.ts';
import type { Badges } from '../state/badges.ts';
import { useCanvas } from '../state/canvas-store.ts';

const ns = 'canvas' as const;

/** The number of open threats of an element, and the highest priority among them. */
export type Threats = { count: number; priority: string | null };

export const kindName = (type: string | undefined): string => {
  if (type === 'flow') return i18next.t('kind.flow', { ns });
  return isElementKind(type)
    ? i18next.t(`kind.${type}`, { ns })
    : i18next.t('kind.other', { ns, type: type ?? '' });
};

export const priorityName = (priority: string): string =>
  isPriority(priority) ? i18next.t(severities[priority].textKey, { ns: 'threats' }) : priority;

/** Returns the label of an element for lists. An element without a label gets a fallback. */
export const displayName = (label = ''): string =>
  label.trim() === '' ? i18next.t('unnamed', { ns: 'finding' }) : label;

const labelOrNone = (label = ''): string =>
  label.trim() === '' ? i18next.t('spoken.unlabelled', { ns }) : label;

const threatWords = ({ count, priority }: Threats): string =>
  count === 0
    ? ''
    : i18next.t('spoken.threats', { ns, count, priority: priorityName(priority ?? '') });

const classificationWords = (classification = ''): string =>
  classification === ''
    ? ''
    : i18next.t('spoken.classification', {
        ns,
        classification: classificationText(classification),
      });

/**
 * The list formats by language. They are cached, because creating one takes longer than computing the
 * rest of an accessible name.
 */
const formats = new Map<string, Intl.ListFormat>();

const listed = (names: readonly string[]): string => {
  const locale = language();
  const format = formats.get(locale) ?? new Intl.ListFormat(locale, { type: 'conjunction' });
  formats.set(locale, format);
  return format.format(names);
};

/** Returns the name of the boundary around a node, or `undefined` if the node is in no boundary. */
export const boundaryNameOf = (document: CanvasDocument, id: string): string | undefined => {
  const node = nodeById(document, id);
  const boundary = node && ancestorsOf(document, node).find(isBoundary);
  return boundary && labelOrNone(boundary.data.label);
};

/**
 * Returns the names of the boundaries that a flow crosses, as one text, which is empty if there are
 * none.
 */
export const crossedNamesOf = (document: CanvasDocument, id: string): string => {
  const crossed = crossedBy(document, id);
  return crossed.length === 0 ? '' : listed(crossed.map(({ data }) => labelOrNone(data.label)));
};

/**
 * Returns, for example, “Web app, Process, in Internal network, 3 open threats, highest priority
 * high”. `contained` is the number of elements that a collapsed boundary hides.
 */
export const spokenNode = (
  { type, data }: Pick<CanvasNode, 'type' | 'data'>,
  threats: Threats,
  { boundary, contained }: { boundary?: string | undefined; contained?: number | undefined } = {},
): string =>
  [
    i18next.t('spoken.node', { ns, kind: kindName(type), label: labelOrNone(data.label) }),
    boundary === undefined ? '' : i18next.t('spoken.in-boundary', { ns, boundary }),
    contained === undefined ? '' : i18next.t('spoken.holds', { ns: 'elements', count: contained }),
    data.outOfScope ? i18next.t('spoken.out-of-scope', { ns }) : '',
    data.locked === true ? i18next.t('spoken.locked', { ns: 'elements' }) : '',
    threatWords(threats),
  ]
    .filter(Boolean)
    .join(', ');

/** Returns, for example, “Data flow Login, from Browser to Web app, crosses DMZ, encrypted”. */
export const spokenFlow = (
  data: NonNullable<CanvasEdge['data']>,
  ends: { source: string | undefined; target: string | undefined },
  threats: Threats,
  crossed = '',
): string => {
  const kind = kindName('flow');
  const named = { source: labelOrNone(ends.source), target: labelOrNone(ends.target) };
  return [
    i18next.t('spoken.flow-named', { ns, kind, label: data.label ?? '' }).trim(),
    i18next.t(data.bidirectional ? 'spoken.flow-both' : 'spoken.flow', { ns, ...named }),
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

/** Returns the accessible name of any element of the document. */
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

const elementsNs = 'elements' as const;

/** Announces the position or the size of elements that the person moved or resized by keys. */
export const announceMove = (ids: readonly string[], change: 'place' | 'size'): void => {
  const { document } = useCanvas.getState();
  const [id, ...more] = ids;
  const node = nodeById(document, id);
  if (!node) return;
  if (more.length > 0)
    return announce(i18next.t(`said.several.${change}`, { ns: elementsNs, count: ids.length }));
  const { x, y, width, height } = boxOf(document, node);
  const boundary = boundaryNameOf(document, node.id);
  const key = change === 'place' && boundary !== undefined ? 'placeIn' : change;
  announce(i18next.t(`said.${key}`, { ns: elementsNs, x, y, width, height, boundary }));
};

/**
 * Returns the open threats of a component. The two values are selected separately, so that an
 * element renders again only when one of them changes.
 */
export const useThreats = (componentId: string | undefined): Threats => {
  const id = componentId ?? '';
  const count = useCanvas((state) => state.badges?.get(id)?.openThreatCount ?? 0);
  const priority = useCanvas((state) => state.badges?.get(id)?.worstPriority ?? null);
  return { count, priority };
};
