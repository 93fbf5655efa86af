import { ActionIcon, Tooltip } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { ChangeRecords } from '../mitigations/mitigation-item.tsx';
import { focusNeighbour } from '../ui/focus-neighbour.ts';
import { fullTime, relativeTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import { CommentField } from './comment-field.tsx';
import { updateComment } from './threat-changes.ts';
import classes from './comment-list.module.css';

type Props = {
  comment: ComponentDetail['threats'][number]['comments'][number];
  change: ChangeRecords;
};

export const CommentItem = ({ comment, change }: Props) => {
  const { t, i18n } = useTranslation('threats');
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const now = useNow();
  const { id, text, created_at, is_edited, isMine, user } = comment;

  const stopEditing = (): void => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  const saveText = (next: string): void => {
    if (next !== text) change('threats.label.editComment', [updateComment(id, next)]);
    stopEditing();
  };

  return (
    <li className={classes.comment}>
      <div className={classes.by}>
        <span className={classes.author}>
          {isMine ? t('comment.you') : t('comment.other', { id: user.id.slice(-4) })}
        </span>
        <time dateTime={created_at} title={fullTime(created_at, i18n.language)}>
          {relativeTime(created_at, now, i18n.language)}
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
                  change('threats.label.deleteComment', [{ op: 'delete', kind: 'comment', id }]);
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
