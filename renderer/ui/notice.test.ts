import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hideTopic, showBusyLater, showInPlace } from './notice.tsx';

const messages = () => notificationsStore.getState().notifications.map(({ message }) => message);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  notifications.clean();
  vi.useRealTimers();
});

it('shows nothing for a short operation', () => {
  const hide = showBusyLater(() => 'Storing');
  vi.advanceTimersByTime(300);
  hide();
  vi.advanceTimersByTime(10_000);
  expect(messages()).toEqual([]);
});

it('shows a message during a longer operation', () => {
  const hide = showBusyLater(() => 'Storing');
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(['Storing']);
  hide();
  expect(messages()).toEqual([]);
});

it('starts a new timer for each notification of a topic', () => {
  showInPlace('deleted', { message: 'Deleted A' });
  const [first] = notificationsStore.getState().notifications;
  showInPlace('deleted', { message: 'Deleted B' });
  showInPlace('locked', { message: 'Locked' });
  expect(messages()).toEqual(['Deleted B', 'Locked']);
  // With the same ID, React would keep the element, so the timer of the first notification would
  // continue.
  expect(notificationsStore.getState().notifications.map(({ id }) => id)).not.toContain(first?.id);
  hideTopic('deleted');
  expect(messages()).toEqual(['Locked']);
});
