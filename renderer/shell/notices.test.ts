import {
  createNotificationsStore,
  notifications,
  type NotificationData,
} from '@mantine/notifications';
import { expect, test } from 'vitest';
import { noticeToClose } from './notices.tsx';

const brief: NotificationData = { message: '' };
const lasting: NotificationData = { message: '', autoClose: false };
const busy: NotificationData = { message: '', autoClose: false, allowClose: false, loading: true };

test.each([
  ['the first', [brief, brief, brief, brief, brief], 0],
  ['the first that would close by itself', [lasting, busy, brief, brief, lasting], 2],
  ['the first that can be closed', [busy, lasting, lasting, lasting, brief], 1],
  ['none if all report work', [busy, busy, busy, busy, brief], undefined],
  ['none if none waits', [brief, lasting, busy, brief], undefined],
])('%s makes room', (_which, shown, closed) => {
  const store = createNotificationsStore();
  store.updateState((state) => ({ ...state, limit: 4 }));
  for (const [id, each] of shown.entries()) notifications.show({ ...each, id: String(id) }, store);
  expect(noticeToClose(store.getState())).toBe(closed === undefined ? undefined : String(closed));
});
