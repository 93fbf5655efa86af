import type { QueryKey } from '@tanstack/react-query';
import { recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import { desktop, queries } from './desktop.ts';
import { whenSaved } from './in-turn.ts';
import { queryClient } from './query-client.ts';
import { useAnnouncements } from './use-announcements.ts';
import { whenHandRests } from './when-hand-rests.ts';

type Reader = {
  key: QueryKey;
  kinds: ReadonlySet<RecordKind>;
  /** Of these it only has counts, which may be a moment old. */
  counted?: ReadonlySet<RecordKind>;
};

/**
 * Which kinds of record each query reads. `canvas.open` is not here: the document of an open canvas
 * belongs to the canvas store, and its titles are read from the overview.
 */
const readers: readonly Reader[] = [
  {
    key: queries.workspace.overview.key(),
    kinds: new Set(['collection', 'threatModel', 'canvas']),
    counted: new Set(['component', 'threat']),
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

/** Reading a list as long as this holds up the hand for some frames, so it waits until that rests. */
const longList = 1000;
const rest = { list: 1000, counts: 300 };
const waiting = new Map<QueryKey, () => void>();

const readWhenAtRest = (queryKey: QueryKey, ms: number): void => {
  waiting.get(queryKey)?.();
  waiting.set(
    queryKey,
    whenHandRests(() => void queryClient.invalidateQueries({ queryKey }), ms),
  );
};

const readInTime = (queryKey: QueryKey): void => {
  const isLong = queryClient
    .getQueriesData({ queryKey })
    .some(([, data]) => Array.isArray(data) && data.length > longList);
  if (isLong) readWhenAtRest(queryKey, rest.list);
  else void queryClient.invalidateQueries({ queryKey });
};

const readAgain = (isTouched: (kind: RecordKind) => boolean): void =>
  whenSaved(() => {
    for (const { key, kinds, counted } of readers) {
      if ([...kinds].some(isTouched)) readInTime(key);
      // All components are counted for it, of which there may be tens of thousands.
      else if (counted && [...counted].some(isTouched)) readWhenAtRest(key, rest.counts);
    }
  });

/** Reads again what a change has touched, whoever made it; everything, where news was missed. */
export const useNews = (): void => {
  useAnnouncements(
    desktop.news,
    ({ kinds }) => readAgain((kind) => kinds.includes(kind)),
    () => readAgain(() => true),
  );
};
