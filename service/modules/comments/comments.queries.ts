import { found } from '../../access/collection-access.ts';
import { visiblePage } from '../../access/visible-page.ts';
import { newId } from '../../database/new-id.ts';
import type { ListParameters } from '../../database/page.ts';
import { collectionOf } from '../../database/place.ts';
import type { Database } from '../../database/schema.ts';
import { stamped } from '../../database/stamped.ts';
import { statement } from '../../database/statement.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

type NewComment = { threatId: string; userId: string; text: string };

export const listComments = async (context: RequestContext, list: ListParameters) => {
  const all = selectWithAuthor(context.database);
  const { rows, count } = await visiblePage(context, all, 'comments', list);
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
  { threatId, userId, text }: NewComment,
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
      text,
      is_edited: 0,
    })
    .execute();
  return id;
};

export const updateComment = async (
  context: RequestContext,
  id: string,
  text: string,
): Promise<void> => {
  await context.database
    .updateTable('comments')
    .set(await stamped(context, 'comments', id, { text, is_edited: 1 }))
    .where('id', '=', id)
    .execute();
};

export const deleteComment = async (database: Database, id: string): Promise<void> => {
  await database.deleteFrom('comments').where('id', '=', id).execute();
};

const selectWithAuthor = (database: Database) =>
  database
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .selectAll('comments')
    .select('users.avatar_uploaded_at');

const rowsById = statement((database, id: string) =>
  selectWithAuthor(database).where('comments.id', '=', id),
);

type CommentRow = Awaited<ReturnType<ReturnType<typeof selectWithAuthor>['execute']>>[number];

const toListed = (row: CommentRow) => ({
  id: row.id,
  text: row.text,
  created_at: row.created_at,
  updated_at: row.updated_at,
  is_edited: row.is_edited === 1,
  user: { id: row.user_id, avatar_uploaded_at: row.avatar_uploaded_at },
});

const toComment = (row: CommentRow) => ({ ...toListed(row), threat: { id: row.threat_id } });
