import type { FieldValues } from '#shared/records/field-values.ts';
import { newId } from '#shared/records/new-id.ts';
import { found } from '../../access/collection-access.ts';
import { visiblePages } from '../../access/visible-page.ts';
import type { ListParameters } from '../../database/page.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import { collectionOf } from '../../database/record-tables.ts';
import type { Database } from '../../database/schema.ts';
import type { Changes } from '../../database/stamped.ts';
import { statement } from '../../database/statement.ts';
import { updateRecord } from '../../database/update-record.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

type CommentValues = Omit<FieldValues<'comment'>, 'is_edited'>;
type NewComment = CommentValues & { threatId: string; userId: string };

const selectWithAuthor = (database: Database) =>
  database
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .selectAll('comments')
    .select('users.avatar_uploaded_at');

const commentPage = visiblePages('comments', selectWithAuthor);

export const listComments = async (context: RequestContext, list: ListParameters) => {
  const { rows, count } = await commentPage(context, list);
  return { items: rows.map(toComment), count };
};

export const listCommentsOfThreat = async (database: Database, threatId: string) => {
  const rows = await selectWithAuthor(database)
    .where('comments.threat_id', '=', threatId)
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .execute();
  return rows.map(toListed);
};

export const getComment = async (database: Database, id: string) =>
  toComment(found(await rowsById(database, id), 'comments', id));

export const createComment = async (
  { database, now }: RequestContext,
  { threatId, userId, ...comment }: NewComment,
): Promise<string> => {
  const id = newId();
  await database
    .insertInto('comments')
    .values({
      id,
      created_at: now,
      updated_at: now,
      collection_id: collectionOf('threats', threatId),
      threat_id: threatId,
      user_id: userId,
      ...newColumns('comment', comment),
      is_edited: 0,
    })
    .execute();
  return id;
};

export const updateComment = async (
  context: RequestContext,
  id: string,
  changes: Changes<CommentValues>,
): Promise<void> => {
  const { database } = context;
  const { text } = await database
    .selectFrom('comments')
    .where('id', '=', id)
    .select('text')
    .executeTakeFirstOrThrow();
  const isEdited = changes.text !== undefined && changes.text !== text;
  await updateRecord(context, 'comment', id, { ...changes, ...(isEdited && { is_edited: true }) });
};

const rowsById = statement((database, id: string) =>
  selectWithAuthor(database).where('comments.id', '=', id),
);

type CommentRow = Awaited<ReturnType<ReturnType<typeof selectWithAuthor>['execute']>>[number];

const toListed = (row: CommentRow) => ({
  id: row.id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...fieldsIn('comment', row),
  user: { id: row.user_id, avatar_uploaded_at: row.avatar_uploaded_at },
});

const toComment = (row: CommentRow) => ({ ...toListed(row), threat: { id: row.threat_id } });
