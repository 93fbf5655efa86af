import { Button } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '../ui/keys.tsx';
import classes from './comment-list.module.css';

type Props = {
  label: string;
  placeholder?: string;
  sendText: string;
  send: (text: string) => void;
  /** The text to begin with, when one is edited. */
  initial?: string;
  /** There is something to go back to. */
  cancel?: () => void;
};

const focusAtEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
};

/** A comment is sent on purpose, so what is written here is kept until it is, or is cancelled. */
export const CommentField = ({ label, placeholder, sendText, send, initial, cancel }: Props) => {
  const { t } = useTranslation('threats');
  const [text, setText] = useState(initial ?? '');
  const isSendable = text.trim() !== '';

  const sendNow = (): void => {
    if (!isSendable) return;
    send(text.trim());
    setText('');
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      sendNow();
    }
    if (event.key === 'Escape' && cancel) {
      event.stopPropagation();
      cancel();
    }
  };

  return (
    <div className={classes.field}>
      <textarea
        aria-label={label}
        className={classes.input}
        dir="auto"
        maxLength={100_000}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        ref={initial === undefined ? undefined : focusAtEnd}
        rows={1}
        value={text}
      />
      {(isSendable || cancel) && (
        <div className={classes.actions}>
          <span className={classes.keys}>
            <Keys shortcut="mod+enter" />
          </span>
          {cancel && (
            <Button onClick={cancel} size="xs" variant="default">
              {t('comment.cancel')}
            </Button>
          )}
          <Button disabled={!isSendable} onClick={sendNow} size="xs">
            {sendText}
          </Button>
        </div>
      )}
    </div>
  );
};
