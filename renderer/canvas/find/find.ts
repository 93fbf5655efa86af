import { create } from 'zustand';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { readingOrder } from '#shared/canvas/reading-order.ts';
import { classificationText } from '#shared/canvas/security-properties.ts';
import type { Badges } from '../state/badges.ts';
import { useCanvas } from '../state/canvas-store.ts';
import {
  flyToElement,
  goToElement,
  rememberViewport,
  revealElement,
} from '../viewport/navigation.ts';
import { kindName } from '../words/spoken.ts';

type Find = {
  isOpen: boolean;
  /**
   * The number of requests to open the search. Whenever it grows, the search field gets the focus,
   * even if the search is already open.
   */
  asked: number;
  query: string;
  hits: readonly string[];
  /** The index of the current result. */
  at: number;
};

const nothing = { query: '', hits: [], at: 0 };

/** The search on the open canvas. */
export const useFind = create<Find>(() => ({ isOpen: false, asked: 0, ...nothing }));

/**
 * Opens the search and remembers the viewport, so that Back returns to it in one step, however often the
 * search moves the viewport.
 */
export const openFind = (): void => {
  rememberViewport();
  useFind.setState(({ asked }) => ({ isOpen: true, asked: asked + 1 }));
};

const currentHit = (): string | undefined => {
  const { hits, at } = useFind.getState();
  return hits[at];
};

export const forgetFind = (): void => useFind.setState({ isOpen: false, ...nothing });

/** Closes the search. The focus moves to the current result, or back to the canvas. */
export const closeFind = (): void => {
  const hit = currentHit();
  forgetFind();
  if (hit !== undefined) goToElement(hit);
  else document.querySelector<HTMLElement>('[data-canvas-start]')?.focus();
};

/**
 * Searches for a query. The previous result, or else the selected element, becomes the current
 * result if it matches. Otherwise the first match becomes the current result.
 */
export const find = (query: string): void => {
  const { document, badges, selection } = useCanvas.getState();
  const hits = search(document, badges, query);
  const stays = hits.indexOf(currentHit() ?? selection.nodes[0] ?? selection.edges[0] ?? '');
  useFind.setState({ query, hits, at: Math.max(0, stays) });
  const hit = currentHit();
  if (hit !== undefined) revealElement(hit);
};

export const stepThroughHits = (by: 1 | -1): void => {
  const { hits, at } = useFind.getState();
  if (hits.length === 0) return;
  useFind.setState({ at: (at + by + hits.length) % hits.length });
  flyToElement(currentHit() ?? '');
};

/** An element, and the text in which the search looks for the query, in lowercase. */
type Entry = { id: string; text: string };

const known = new WeakMap<CanvasDocument, { badges: Badges | null; entries: readonly Entry[] }>();

/**
 * Returns the entries of a canvas in reading order. They are built on the first search and cached
 * until the document changes, because building them for 20,000 nodes on each key press would be too
 * slow.
 */
const entriesOf = (document: CanvasDocument, badges: Badges | null): readonly Entry[] => {
  const before = known.get(document);
  if (before && before.badges === badges) return before.entries;
  const entries = readingOrder(document).flatMap((id): Entry[] => {
    const node = nodeById(document, id);
    const words = node ? nodeWords(node) : flowWords(edgeById(document, id));
    const componentId = node?.data.componentId ?? edgeById(document, id)?.data?.componentId;
    const record = componentId === undefined ? undefined : badges?.get(componentId);
    return [{ id, text: [...words, record?.description ?? ''].join('\n').toLowerCase() }];
  });
  known.set(document, { badges, entries });
  return entries;
};

const nodeWords = ({ type, data }: CanvasNode): string[] => [
  data.label ?? '',
  kindName(type),
  ...(data.attributes ?? []),
];

const flowWords = (edge: CanvasEdge | undefined): string[] => [
  edge?.data?.label ?? '',
  kindName('flow'),
  edge?.data?.protocol ?? '',
  classificationText(edge?.data?.dataClassification ?? ''),
];

/**
 * Returns the IDs of the elements that match every word of the query. A word can be in the name, kind,
 * attributes, protocol, classification, or description.
 */
const search = (
  document: CanvasDocument,
  badges: Badges | null,
  query: string,
): readonly string[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits: string[] = [];
  for (const { id, text } of entriesOf(document, badges)) {
    if (words.every((word) => text.includes(word))) hits.push(id);
  }
  return hits;
};
