import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
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

/** Tells that an undo or redo did nothing, because the records it changed no longer exist. */
export const noticeGroundGone = (direction: 'undo' | 'redo'): void =>
  void notifications.show({ id: 'ground-gone', message: t(`ground-gone.${direction}`) });

/** In milliseconds. A shorter operation needs no message. */
const after = 500;

/** Shows a message if an operation takes longer. Returns a function that hides it. */
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
