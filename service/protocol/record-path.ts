type Endpoint = { method: string; path: string };

/** The path of a record without an ID, because only one record of this kind exists. */
const onlyRecord = '/codex/extensions';

const changing = new Set(['PATCH', 'PUT', 'DELETE']);

/** Tells if an endpoint reads a single record, which has an `ETag`. */
export const readsRecord = ({ method, path }: Endpoint): boolean =>
  method === 'GET' && (path.endsWith('/{id}') || path === onlyRecord);

/** Tells if an endpoint restores a deleted record. */
export const restoresRecord = ({ method, path }: Endpoint): boolean =>
  method === 'POST' && path.endsWith('/{id}/restore');

/**
 * Tells if the endpoint `change` changes or deletes the record that the endpoint `read` returns, and so
 * honors `If-Match`. For example, `/users/{id}/{recipientId}` deletes the record of `/users/{id}`.
 */
export const changesRecordOf = (change: Endpoint, read: Endpoint): boolean =>
  changing.has(change.method) && readsRecord(read) && `${change.path}/`.startsWith(`${read.path}/`);
