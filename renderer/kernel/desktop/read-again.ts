import type { QueryKey } from '@tanstack/react-query';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { afterInputPause } from './after-input-pause.ts';
import { queries, queryClient } from './desktop.ts';
import { whenSaved } from './in-turn.ts';
import { invalidate } from './invalidate.ts';
import { onRecordsChanged } from './record-events.ts';

type Reader = {
  key: QueryKey;
  kinds: ReadonlySet<RecordKind>;
  /**
   * Kinds of record that the query only counts. A count may be outdated for a moment, so it is read
   * again only during a pause in the input.
   */
  counted?: ReadonlySet<RecordKind>;
};

/** The kinds of record that a version of a canvas contains. */
const drawnKinds = ['canvas', 'component', 'threat', 'mitigation'] as const;

/**
 * The kinds of record that each query reads. `canvas.open` is missing, because the canvas store has the
 * document of the open canvas, and the title of the canvas comes from `workspace.overview`.
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
  {
    key: queries.register.key(),
    kinds: new Set(['collection', 'threatModel', 'canvas', 'component', 'threat', 'mitigation']),
  },
  { key: queries.component.canvases.key(), kinds: new Set(['canvas', 'component']) },
  { key: queries.changes.history.key(), kinds: new Set(recordKinds) },
  { key: queries.versions.list.key(), kinds: new Set(['canvas']) },
  { key: queries.versions.read.key({ input: { from: 'now' } }), kinds: new Set(drawnKinds) },
  { key: queries.versions.reviewState.key(), kinds: new Set(), counted: new Set(drawnKinds) },
  { key: queries.versions.size.key(), kinds: new Set(), counted: new Set(drawnKinds) },
];

/**
 * The number of entries above which a list is read again only during a pause in the input, because
 * reading a longer list blocks input for some frames.
 */
const longList = 1000;
const rest = { list: 1000, counts: 300 };
const waiting = new Map<QueryKey, () => void>();

const readWhenAtRest = (queryKey: QueryKey, ms: number): void => {
  waiting.get(queryKey)?.();
  waiting.set(
    queryKey,
    afterInputPause(() => invalidate(queryClient, queryKey), ms),
  );
};

const readInTime = (queryKey: QueryKey): void => {
  const isLong = queryClient
    .getQueriesData({ queryKey })
    .some(([, data]) => Array.isArray(data) && data.length > longList);
  if (isLong) readWhenAtRest(queryKey, rest.list);
  else invalidate(queryClient, queryKey);
};

const readAgain = (changed: readonly RecordKind[]): void =>
  whenSaved(() => {
    const isChanged = (kind: RecordKind): boolean => changed.includes(kind);
    for (const { key, kinds, counted } of readers) {
      if ([...kinds].some(isChanged)) readInTime(key);
      // Counting waits for a pause in the input, because it reads all components, of which there may be
      // tens of thousands.
      else if (counted && [...counted].some(isChanged)) readWhenAtRest(key, rest.counts);
    }
  });

/** Makes queries read their data again after the person or others have changed it. */
export const readAgainAfterChanges = (): void =>
  void onRecordsChanged(({ kinds }) => readAgain(kinds));
