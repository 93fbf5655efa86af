import type { QueryKey } from '@tanstack/react-query';
import { recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import { desktop, queries } from './desktop.ts';
import { whenSaved } from './in-turn.ts';
import { queryClient } from './query-client.ts';
import { useAnnouncements } from './use-announcements.ts';
import { whenHandRests } from './when-hand-rests.ts';

/**
 * Which kinds of record each query reads. `canvas.open` is not here: the document of an open canvas
 * belongs to the canvas store, and its titles are read from the overview.
 */
const readers: readonly { key: QueryKey; kinds: ReadonlySet<RecordKind> }[] = [
  {
    key: queries.workspace.overview.key(),
    kinds: new Set(['collection', 'threatModel', 'canvas', 'component', 'threat']),
  },
  { key: queries.canvas.components.key(), kinds: new Set(['component', 'threat']) },
  {
    key: queries.component.detail.key(),
    kinds: new Set(['component', 'threat', 'mitigation', 'comment']),
  },
  { key: queries.component.places.key(), kinds: new Set(['canvas', 'component']) },
  { key: queries.changes.history.key(), kinds: new Set(recordKinds) },
  { key: queries.versions.list.key(), kinds: new Set(['canvas']) },
  { key: queries.versions.read.key({ input: { from: 'now' } }), kinds: new Set(['canvas']) },
];

const readAgain = (isTouched: (reader: (typeof readers)[number]) => boolean): void =>
  whenSaved(() => {
    for (const reader of readers) if (isTouched(reader)) invalidateInTime(reader.key);
  });

/** Reading a list as long as this holds up the hand for some frames, so it waits until that rests. */
const longList = 1000;
const rest = 1000;
const waiting = new Map<QueryKey, () => void>();

const invalidateInTime = (queryKey: QueryKey): void => {
  const invalidate = (): void => void queryClient.invalidateQueries({ queryKey });
  const isLong = queryClient
    .getQueriesData({ queryKey })
    .some(([, data]) => Array.isArray(data) && data.length > longList);
  if (!isLong) return invalidate();
  waiting.get(queryKey)?.();
  waiting.set(queryKey, whenHandRests(invalidate, rest));
};

/** Reads again what a change has touched, whoever made it; everything, where news was missed. */
export const useNews = (): void => {
  useAnnouncements(
    desktop.news,
    ({ kinds }) => readAgain((reader) => kinds.some((kind) => reader.kinds.has(kind))),
    () => readAgain(() => true),
  );
};
