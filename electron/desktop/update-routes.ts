import { implement } from '@orpc/server';
import { desktop } from '#shared/desktop/contract.ts';
import type { AppEventPublisher } from './app-events.ts';
import type { Updates } from './updates.ts';

const os = implement(desktop.updates);

/** Updates, which the main thread looks for and installs. */
export type RemoteUpdates = {
  [Name in Exclude<keyof Updates, 'start' | 'stop'>]: () => Promise<
    Awaited<ReturnType<Updates[Name]>>
  >;
};

/**
 * Implements the procedures for updates. A procedure answers as soon as its step has begun. The window
 * learns from `state` how the step ends.
 */
export const updateRoutes = ({
  updates,
  events,
}: {
  updates: RemoteUpdates;
  events: AppEventPublisher;
}) => ({
  state: os.state.handler(async function* ({ signal }) {
    const later = events.subscribe('updates', { signal });
    yield await updates.state();
    yield* later;
  }),
  check: os.check.handler(() => void updates.check()),
  download: os.download.handler(() => void updates.download()),
  cancel: os.cancel.handler(() => updates.cancel()),
  install: os.install.handler(() => void updates.install()),
});
