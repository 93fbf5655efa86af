import type { RecordChange } from '#shared/desktop/change.ts';
import type { SyncClient } from '../../connection/api-client.ts';
import { created, uuid, type App } from './office.ts';
import { componentId, webShop } from './web-shop.ts';

export const [threatId, commentId, newCommentId] = [uuid(5), uuid(6), uuid(7)];

/** The web shop with a threat and a comment on it. */
export const commentedThreat: RecordChange[] = [
  ...webShop,
  created('threat', threatId, componentId, { title: 'Session theft' }),
  created('comment', commentId, threatId, { text: 'Seen last year' }),
];

/** Returns the texts of the comments at the service and here, and what is left to sync. */
export const outcomeOf = async ({ store, engine }: App, other: SyncClient) => {
  const { state, pending, conflicts } = engine.status();
  const there = (await other.comments.list({})).items.map(({ text }) => text).toSorted();
  const here = store.records.all('comment').map(({ local }) => String(local['text']));
  return { there, here: here.toSorted(), state, pending, conflicts };
};

/** The outcome if both sides have exactly these comments, and nothing is left to sync. */
export const saved = (...comments: string[]): Awaited<ReturnType<typeof outcomeOf>> => ({
  there: comments,
  here: comments,
  state: 'saved',
  pending: 0,
  conflicts: 0,
});
