import type { Database } from '../../database/schema.ts';
import { attributesOf } from '../components/component-attributes.ts';
import { modelRecords, type ModelRecords } from './model-records.ts';

/** The stored data for a report. */
export type ReportSource = {
  records: ModelRecords;
  collection: string;
  /** The attribute titles by component. */
  attributes: Map<string, string[]>;
  /** Names of the model's owner and the authors of comments, by user ID. */
  names: Map<string, string>;
};

export const reportSource = async (database: Database, modelId: string): Promise<ReportSource> => {
  const records = await modelRecords(database, modelId);
  const ofModel = database
    .selectFrom('components')
    .innerJoin('canvases', 'canvases.id', 'components.canvas_id')
    .where('threat_model_id', '=', modelId)
    .select('components.id');
  const attributes = await attributesOf(database, ofModel);
  const { title: collection } = await database
    .selectFrom('collections')
    .where('id', '=', records.model.collection_id)
    .select('title')
    .executeTakeFirstOrThrow();
  const people = new Set([
    records.model.owner_id,
    ...records.comments.map(({ user_id: id }) => id),
  ]);
  return {
    records,
    collection,
    attributes: new Map(
      [...attributes].map(([id, all]) => [id, all.map((attribute) => attribute.title)]),
    ),
    names: await namesOf(database, [...people]),
  };
};

/** Returns the names of users by user ID. Deleted users are left out, because they have no name. */
const namesOf = async (database: Database, ids: string[]): Promise<Map<string, string>> => {
  const users = await database
    .selectFrom('users')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select(['id', 'first_name', 'last_name'])
    .execute();
  return new Map(
    users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]),
  );
};
