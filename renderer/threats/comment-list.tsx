import { useTranslation } from 'react-i18next';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { ChangeRecords } from '../mitigations/mitigation-item.tsx';
import { CommentField } from './comment-field.tsx';
import { CommentItem } from './comment-item.tsx';
import { createComment } from './threat-changes.ts';
import classes from './comment-list.module.css';

type Props = {
  threatId: string;
  comments: ComponentDetail['threats'][number]['comments'];
  change: ChangeRecords;
};

/** What people said of a threat, in the order in which they said it. */
export const CommentList = ({ threatId, comments, change }: Props) => {
  const { t } = useTranslation('threats');
  return (
    <>
      {comments.length > 0 && (
        <ul aria-label={t('comments')} className={classes.list}>
          {comments.map((comment) => (
            <CommentItem change={change} comment={comment} key={comment.id} />
          ))}
        </ul>
      )}
      <CommentField
        label={t('comment.write')}
        placeholder={t('placeholder.comment')}
        send={(text) => change('threats.label.addComment', [createComment(threatId, text)])}
        sendText={t('comment.send')}
      />
    </>
  );
};
