import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { MessageSquare, ShieldAlert, ShieldCheck, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { searchLength, type SearchHit, type SearchKind } from '#shared/desktop/search.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { openPanel } from '../kernel/panels/panels.ts';
import { openCanvas, showComponent, wantElements } from '../kernel/workspace/location.ts';
import { useTranslation } from '../locales/use-translation.tsx';

const maxHits = 80;
const none: readonly SearchHit[] = [];

type FoundGroup = { kinds: readonly SearchKind[]; textKey: GroupKey; icon: ReactNode };
type GroupKey = 'elements' | 'threats' | 'mitigations' | 'comments';

/**
 * The groups of search results in the palette. Collections, models, and canvases are missing, because
 * the palette has its own groups for them.
 */
const foundGroups: readonly FoundGroup[] = [
  { kinds: ['threat'], textKey: 'threats', icon: <ShieldAlert /> },
  { kinds: ['component', 'element'], textKey: 'elements', icon: <Square /> },
  { kinds: ['mitigation'], textKey: 'mitigations', icon: <ShieldCheck /> },
  { kinds: ['comment'], textKey: 'comments', icon: <MessageSquare /> },
];

type Found = { hits: readonly SearchHit[]; groups: readonly SpotlightActionGroupData[] };

/**
 * Returns the records that the main process finds in all models, as entries of the command palette. The
 * query is a keyword of each entry, because the palette hides entries that do not contain the query.
 */
export const useFound = (query: string): Found => {
  const { t } = useTranslation();
  const text = query.trim().slice(0, searchLength);
  const { data, error } = useQuery({
    ...queries.search.find.queryOptions({
      input: text === '' ? skipToken : { text, limit: maxHits },
    }),
    placeholderData: keepPreviousData,
    // The results are not cached, because the same search may later find other records.
    gcTime: 0,
  });
  const hits = text === '' ? none : (data ?? none);
  const groups = foundGroups
    .map(({ kinds, textKey, icon }) => ({
      group: t(`palette.${textKey}`),
      actions: hits
        .filter(({ kind }) => kinds.includes(kind))
        .map((hit) => ({ ...entryOf(hit, icon), keywords: query })),
    }))
    .filter(({ actions }) => actions.length > 0);
  const failed = { id: 'search-failed', label: t('palette.failed'), keywords: query };
  return { hits, groups: error ? [{ group: t('palette.threats'), actions: [failed] }] : groups };
};

/** Tells if a canvas or its model was found. */
export const isFoundIn = (hits: readonly SearchHit[], canvasId: string, modelId: string): boolean =>
  hits.some(
    ({ kind, id }) =>
      (kind === 'canvas' && id === canvasId) || (kind === 'threatModel' && id === modelId),
  );

export const isFoundCollection = (hits: readonly SearchHit[], collectionId: string): boolean =>
  hits.some(({ kind, id }) => kind === 'collection' && id === collectionId);

const entryOf = (hit: SearchHit, icon: ReactNode): SpotlightActionData => ({
  id: `${hit.kind}:${hit.canvas?.id ?? ''}:${hit.id}`,
  label: [hit.reference, hit.title].filter(Boolean).join(' '),
  description: locationOf(hit),
  leftSection: icon,
  onClick: () => open(hit),
});

/** Returns the location of a hit. A component is not part of its own location. */
const locationOf = ({ id, model, canvas, component }: SearchHit): string =>
  [model, canvas, component]
    .flatMap((each) => (each && each.id !== id ? [each.title] : []))
    .join(' / ');

const open = ({ id, canvas, component, threatId }: SearchHit): void => {
  if (!canvas) return;
  if (threatId !== null) openPanel('inspector');
  if (component) showComponent({ canvasId: canvas.id, componentId: component.id, threatId });
  else {
    wantElements({ canvasId: canvas.id, elementIds: [id] });
    openCanvas(canvas.id);
  }
};
