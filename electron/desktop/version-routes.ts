import type { PackQuery } from '../store/version-reads.ts';
import type { PackedDrawing } from '../store/version-rows.ts';
import { failure } from './failure.ts';
import type { Implementer } from './implementer.ts';
import type { Session } from './session.ts';

const recordGone = (): never => {
  throw failure('RECORD_GONE', 'The record no longer exists.');
};

/**
 * Implements the procedures for versions. The reading thread reads and compares drawings and their
 * threats.
 */
export const versionRoutes = (os: Implementer['versions'], session: () => Session) => {
  const pack = async ({ reading }: Session, canvasId: string): Promise<PackedDrawing | null> => {
    const query: PackQuery = { canvasId, reason: 'named' };
    return await reading.ask('packVersion', query);
  };
  const canvasIds = ({ store }: Session, modelId: string): string[] =>
    store.reads.canvasTabs(modelId).map(({ id }) => id);

  return {
    list: os.list.handler(({ input }) => session().store.versions.list(input.id)),
    read: os.read.handler(({ input, signal }) => session().readVersion(input, signal)),
    size: os.size.handler(
      async ({ input, signal }) =>
        (await session().reading.ask('versionSize', input.id, signal)) ?? recordGone(),
    ),
    name: os.name.handler(async ({ input: { id, title } }) => {
      const current = session();
      const drawing = await pack(current, id);
      if (!current.store.versions.name(id, title, drawing)) recordGone();
    }),
    rename: os.rename.handler(({ input }) =>
      session().store.versions.rename(input.id, input.title),
    ),
    review: os.review.handler(async ({ input: { id, title } }) => {
      const current = session();
      const ids = canvasIds(current, id);
      const drawings: (PackedDrawing | null)[] = [];
      for (const canvasId of ids) drawings.push(await pack(current, canvasId));
      current.store.versions.review(ids, title, current.people.me(), drawings);
    }),
    reviewState: os.reviewState.handler(async ({ input, signal }) => {
      const current = session();
      return await current.reading.ask('reviewState', canvasIds(current, input.id), signal);
    }),
    remove: os.remove.handler(({ input }) => session().store.versions.remove(input.id)),
    bringBack: os.bringBack.handler(({ input }) => session().store.versions.bringBack(input.id)),
    keepBeforeRestore: os.keepBeforeRestore.handler(async ({ input: { id } }) => {
      const current = session();
      current.store.versions.saveBeforeRestore(id, await pack(current, id));
    }),
    missingComponents: os.missingComponents.handler(({ input }) =>
      session().store.versions.missingComponents(input.ids),
    ),
  };
};
