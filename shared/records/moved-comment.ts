import { language, t } from '../locales/texts.ts';

type Comment = { text: string; created_at: string; user: { id: string } };

/**
 * Returns the text of a comment that moves with its threat. The service lets nobody write in the name of
 * another person or in the past, so a moved comment of another person says who wrote it and when.
 */
export const movedComment = ({ text, created_at, user }: Comment, isMine: boolean): string => {
  if (isMine) return text;
  const time = new Date(created_at);
  const format = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const author = t('comment.other', { ns: 'threats', id: user.id.slice(-4) });
  const by = Number.isNaN(time.getTime())
    ? author
    : t('comment.written', { ns: 'threats', author, time: format.format(time) });
  return `${by}\n\n${text}`;
};
