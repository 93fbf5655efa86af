import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import { language } from '#shared/locales/texts.ts';
import {
  createComment,
  updateComment,
  useChangeRecords,
} from '../kernel/records/record-changes.ts';
import { UnreadableFields } from '../kernel/records/unreadable-fields.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { focusNeighbour } from '../ui/focus.ts';
import { Keys } from '../ui/keys.tsx';
import { fullTime, relativeTime, useNow } from '../ui/relative-time.ts';
import classes from './comment-list.module.css';

type Props = {
  threatId: string;
  comments: ComponentDetail['threats'][number]['comments'];
};

/** The comments on a threat, in chronological order. */
export const CommentList = ({ threatId, comments }: Props) => {
  const change = useChangeRecords();
  const { t } = useTranslation('threats');
  return (
    <>
      {comments.length > 0 && (
        <ul aria-label={t('comments')} className={classes.list}>
          {comments.map((comment) => (
            <CommentItem comment={comment} key={comment.id} />
          ))}
        </ul>
      )}
      <CommentField
        label={t('comment.write')}
        placeholder={t('placeholder.comment')}
        send={(text) => change('threats.label.add-comment', [createComment(threatId, text)])}
        sendText={t('comment.send')}
      />
    </>
  );
};

type CommentItemProps = {
  comment: ComponentDetail['threats'][number]['comments'][number];
};

const CommentItem = ({ comment }: CommentItemProps) => {
  const change = useChangeRecords();
  const { t } = useTranslation('threats');
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const now = useNow();
  const { id, text, created_at, is_edited, isMine, user } = comment;

  const stopEditing = (): void => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  const saveText = (next: string): void => {
    if (next !== text) change('threats.label.edit-comment', [updateComment(id, next)]);
    stopEditing();
  };

  return (
    <li className={classes.comment}>
      <UnreadableFields record={comment} />
      <div className={classes.by}>
        <span className={classes.author}>
          {isMine ? t('comment.you') : t('comment.other', { id: user.id.slice(-4) })}
        </span>
        <time dateTime={created_at} title={fullTime(created_at, language())}>
          {relativeTime(created_at, now, language())}
        </time>
        {is_edited && <span>{t('comment.edited')}</span>}
        {isMine && !isEditing && (
          <span className={classes.own}>
            <Tooltip label={t('comment.edit')}>
              <ActionIcon
                aria-label={t('comment.edit')}
                onClick={() => setEditing(true)}
                ref={editButton}
                size="xs"
              >
                <Pencil size={14} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('comment.delete')}>
              <ActionIcon
                aria-label={t('comment.delete')}
                onClick={(event) => {
                  focusNeighbour(event);
                  change('threats.label.delete-comment', [{ op: 'delete', kind: 'comment', id }]);
                }}
                size="xs"
              >
                <Trash2 size={14} />
              </ActionIcon>
            </Tooltip>
          </span>
        )}
      </div>
      {isEditing ? (
        <CommentField
          cancel={stopEditing}
          initial={text}
          label={t('comment.edit')}
          send={saveText}
          sendText={t('comment.save')}
        />
      ) : (
        <p className={classes.text} dir="auto">
          {text}
        </p>
      )}
    </li>
  );
};

type CommentFieldProps = {
  label: string;
  placeholder?: string;
  sendText: string;
  send: (text: string) => void;
  /** The text of the comment before editing, or `undefined` for a new comment. */
  initial?: string;
  /** Cancels editing. The field for a new comment leaves this out. */
  cancel?: () => void;
};

const focusAtEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
};

/**
 * A field for a comment. Its text is not saved on blur, but stays in the field until the person sends or
 * cancels it.
 */
const CommentField = ({
  label,
  placeholder,
  sendText,
  send,
  initial,
  cancel,
}: CommentFieldProps) => {
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
