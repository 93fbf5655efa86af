import type { NotificationsState } from '@mantine/notifications';

type Notices = Pick<NotificationsState, 'notifications' | 'queue'>;

/**
 * Returns the ID of the notification that makes room for one that waits in the queue: the oldest that
 * would close by itself, or else the oldest that the person can close. Returns `undefined` if none waits
 * or if all that are shown report work in progress.
 */
export const noticeToClose = ({ notifications: shown, queue }: Notices): string | undefined => {
  if (queue.length === 0) return undefined;
  const closable = shown.filter(({ loading, allowClose }) => !loading && allowClose !== false);
  return (closable.find(({ autoClose }) => autoClose !== false) ?? closable[0])?.id;
};
