type Endpoint = { method: string; path: string };

/** The path has no ID, because there is only one record of this kind. */
const onlyRecord = '/codex/extensions';

const changing = new Set(['PATCH', 'PUT', 'DELETE']);

/** Returns whether an endpoint reads a single record, which has an `ETag`. */
export const readsRecord = ({ method, path }: Endpoint): boolean =>
  method === 'GET' && (path.endsWith('/{id}') || path === onlyRecord);

/**
 * Returns whether the endpoint `change` changes or deletes the record that the endpoint `read`
 * returns, and so honors `If-Match`. For `/users/{id}/{recipientId}`, the record is at
 * `/users/{id}`.
 */
export const changesRecordOf = (change: Endpoint, read: Endpoint): boolean =>
  changing.has(change.method) && readsRecord(read) && `${change.path}/`.startsWith(`${read.path}/`);
