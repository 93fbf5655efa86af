import type { ModelContent } from '#shared/otm/content.ts';
import { insertAll } from '../../database/insert-all.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { modelRows } from './model-rows.ts';

/** Stores a whole threat model in the caller's transaction and returns its ID. */
export const storeModel = async (
  { database, caller, now }: Pick<RequestContext, 'database' | 'caller' | 'now'>,
  collectionId: string,
  content: ModelContent,
): Promise<string> => {
  const rows = modelRows(content, { collectionId, userId: caller.userId, now });
  await database.insertInto('threat_models').values(rows.threat_models).execute();
  await insertAll(database, 'canvases', rows.canvases);
  await insertAll(database, 'components', rows.components);
  await insertAll(database, 'threats', rows.threats);
  await insertAll(database, 'mitigations', rows.mitigations);
  await insertAll(database, 'comments', rows.comments);
  return rows.threat_models.id;
};
