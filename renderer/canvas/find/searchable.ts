import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { readingOrder } from '#shared/canvas/reading-order.ts';
import type { Badges } from '../badges.ts';
import { kindName } from '../spoken.ts';

/** What an element can be found by, in small letters. */
type Entry = { id: string; text: string };

const known = new WeakMap<CanvasDocument, { badges: Badges | null; entries: readonly Entry[] }>();

/**
 * Everything on a canvas in the order in which it is read. Made when it is first asked for and kept
 * as long as the drawing stays as it is: 20,000 nodes take longer than a key may be waited for.
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
  edge?.data?.dataClassification ?? '',
];

/** The ids of what has every word of the query in its name, kind, protocol or description. */
export const search = (
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
