import { implement } from '@orpc/server';
import { desktop } from '#shared/desktop/contract.ts';
import type { AppEventPublisher } from './app-events.ts';
import type { Updates } from './updates.ts';

const os = implement(desktop.updates);

/**
 * Implements the procedures for updates. The steps go on after their answers, because the window
 * learns how they end from the state.
 */
export const updateRoutes = ({ updates, news }: { updates: Updates; news: AppEventPublisher }) => ({
  state: os.state.handler(async function* ({ signal }) {
    const later = news.subscribe('updates', { signal });
    yield updates.state();
    yield* later;
  }),
  check: os.check.handler(() => void updates.check()),
  download: os.download.handler(() => void updates.download()),
  cancel: os.cancel.handler(() => updates.cancel()),
  install: os.install.handler(() => void updates.install()),
});
