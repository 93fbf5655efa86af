import { Button } from '@mantine/core';
import classes from './notice.module.css';

type NoticeProps = { text: string; action: string; onAction: () => void };

/** What happened, and beside it the one thing to do about it: the inside of a notification. */
export const Notice = ({ text, action, onAction }: NoticeProps) => (
  <span className={classes.notice}>
    <span className={classes.text}>{text}</span>
    <Button onClick={onAction} size="xs" variant="light">
      {action}
    </Button>
  </span>
);
