import { Button } from '@mantine/core';
import { notifications, type NotificationData } from '@mantine/notifications';
import { t } from 'i18next';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

type NoticeProps = { text: string; action: string; onAction: () => void };

/** The content of a notification: what happened, and one action. */
export const Notice = ({ text, action, onAction }: NoticeProps) => (
  <span className={classes.notice}>
    <span className={classes.text}>{text}</span>
    <Button onClick={onAction} size="xs" variant="light">
      {action}
    </Button>
  </span>
);

/** The ID of the last notification of each topic. */
const lastOf = new Map<string, string>();

/**
 * Shows a notification in place of the last notification of its topic. The new notification has a new
 * ID. With the old ID, screen readers would not announce it, and the timer of the old notification would
 * continue.
 */
export const showInPlace = (topic: string, notification: Omit<NotificationData, 'id'>): void => {
  hideTopic(topic);
  lastOf.set(topic, notifications.show(notification));
};

/** Hides the notification of a topic, if it is still shown. */
export const hideTopic = (topic: string): void => {
  const id = lastOf.get(topic);
  if (id !== undefined) notifications.hide(id);
  lastOf.delete(topic);
};

/**
 * Shows a notification that an undo or redo did nothing, because the records that it would change no
 * longer exist.
 */
export const noticeRecordsGone = (direction: 'undo' | 'redo'): void =>
  showInPlace('records-gone', { message: t(`records-gone.${direction}`) });

/** The time, in ms, that an operation may take before the person gets a message. */
const after = 500;

/**
 * Shows a message if an operation takes longer than `after`. Returns a function that hides the message.
 */
export const showBusyLater = (message: () => ReactNode): (() => void) => {
  let id: string | null = null;
  const timer = setTimeout(() => {
    id = notifications.show({
      autoClose: false,
      allowClose: false,
      loading: true,
      message: message(),
    });
  }, after);
  return () => {
    clearTimeout(timer);
    if (id !== null) notifications.hide(id);
  };
};
