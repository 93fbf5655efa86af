import {
  Notifications,
  notifications,
  notificationsStore,
  type NotificationsState,
} from '@mantine/notifications';
import { useEffect } from 'react';
import classes from './notices.module.css';

const position = 'bottom-center';

/**
 * Shows notifications at the lower edge of the window. Dialogs leave room for notifications
 * (`modalInner` in `ui/theme/mantine.module.css`), so that no notification hides the title or the
 * buttons of a dialog.
 */
export const Notices = () => {
  useEffect(() => notificationsStore.subscribe(makeRoom), []);
  return (
    <Notifications
      autoClose={6000}
      className={classes.notifications}
      classNames={{ notification: classes.notification ?? '' }}
      containerWidth={380}
      limit={4}
      position={position}
      ref={observeHeight}
    />
  );
};

/** Closes an earlier notification if a new one has no room and would have to wait. */
const makeRoom = (): void => {
  const id = noticeToClose(notificationsStore.getState());
  if (id !== undefined) notifications.hide(id);
};

/**
 * Returns the ID of the notification that makes room for one that waits in the queue: the oldest that
 * would close by itself, or else the oldest that the person can close. Returns `undefined` if none waits
 * or if all that are shown report work in progress.
 */
export const noticeToClose = ({
  notifications: shown,
  queue,
}: Pick<NotificationsState, 'notifications' | 'queue'>): string | undefined => {
  if (queue.length === 0) return undefined;
  const closable = shown.filter(({ loading, allowClose }) => !loading && allowClose !== false);
  return (closable.find(({ autoClose }) => autoClose !== false) ?? closable[0])?.id;
};

/**
 * The distance in px from the lower edge of the window to the notifications (36), plus the distance from
 * the notifications to a dialog (8).
 */
const distance = 36 + 8;

/**
 * Sets `--notices` to the height that the notifications need at the lower edge of the window. Dialogs
 * and the tour, which are in the same container, read this variable.
 */
const observeHeight = (shown: HTMLElement | null) => {
  const container = shown?.parentElement;
  // Mantine renders one element for each position. Only the element with the notifications is observed.
  if (!shown || !container || shown.dataset['position'] !== position) return undefined;
  const observer = new ResizeObserver(() => {
    const { height } = shown.getBoundingClientRect();
    container.style.setProperty('--notices', `${height > 0 ? height + distance : 0}px`);
  });
  observer.observe(shown);
  return () => observer.disconnect();
};
