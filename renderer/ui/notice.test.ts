import { notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showBusyLater } from './notice.tsx';

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says nothing of what is soon done', () => {
  const hide = showBusyLater(() => 'Storing');
  vi.advanceTimersByTime(300);
  hide();
  vi.advanceTimersByTime(10_000);
  expect(shown()).toEqual([]);
});

it('says what is under way for as long as it is', () => {
  const hide = showBusyLater(() => 'Storing');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['Storing']);
  hide();
  expect(shown()).toEqual([]);
});
