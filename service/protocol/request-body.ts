import type { Limits } from '../limits/limits.ts';
import type { Incoming } from './incoming.ts';
import { parseJson } from './parse-json.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route-table.ts';

/** The body for the procedure, and its bytes, which identify a repeated request. */
export type RequestBody = { value: unknown; bytes: Uint8Array };

export const fileTypes = [
  'application/json',
  'application/yaml',
  'application/x-yaml',
  'text/yaml',
  'text/x-yaml',
];
const form = 'multipart/form-data';

const hasBody = ({ method }: Incoming): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * Returns the size of a body. A chunked body does not announce its size, so it counts as the largest
 * body that the route allows.
 */
export const longestBody = (request: Incoming, { maxBodyBytes }: Route): number => {
  if (!hasBody(request)) return 0;
  const isChunked = request.header('transfer-encoding') !== null;
  return isChunked
    ? maxBodyBytes
    : Math.min(Number(request.header('content-length')), maxBodyBytes);
};

/** Reads the body in the format that the route expects. An empty body counts as no body. */
export const requestBody = async (
  request: Incoming,
  route: Route,
  { openBodyMs }: Limits,
): Promise<RequestBody> => {
  if (!hasBody(request)) return noBody;
  if ((request.header('content-encoding') ?? 'identity') !== 'identity') {
    throw new Refusal('unsupported_media_type', 'content encodings are not supported');
  }
  const bytes = await readBody(request, {
    bytes: route.maxBodyBytes,
    ms: route.scope === null ? openBodyMs : undefined,
  });
  const header = request.header('content-type') ?? '';
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  if (route.body === 'file') return await file(bytes, type, header);
  if (bytes.byteLength === 0) return noBody;
  if (type !== 'application/json') throw unsupported(['application/json']);
  return { value: parseJson(bytes), bytes };
};

const noBody: RequestBody = { value: undefined, bytes: new Uint8Array() };

const unsupported = (types: string[]) =>
  new Refusal('unsupported_media_type', `the content type must be ${types.join(', ')}`);

const file = async (bytes: Uint8Array, type: string, header: string): Promise<RequestBody> => {
  if (fileTypes.includes(type)) return { value: emptyFile, bytes };
  if (type !== form) throw unsupported([...fileTypes, form]);
  const value = await onlyFileOf(bytes, header);
  return { value: emptyFile, bytes: new Uint8Array(await value.arrayBuffer()) };
};

/**
 * Takes the place of the file that the contract requires. The service reads the file from the bytes, so the
 * procedure needs no copy of up to 50 MB.
 */
const emptyFile = new File([], 'file');

const maxParts = 20;

const onlyFileOf = async (bytes: Uint8Array, contentType: string): Promise<File> => {
  if (hasManyParts(bytes, contentType)) {
    throw new Refusal('validation_failed', `the form has more than ${maxParts} parts`);
  }
  const answer = new Response(copy(bytes), { headers: { 'content-type': contentType } });
  // `formData` is deprecated for servers, because it has no limits. It is safe here, because the service
  // has already checked its own limits.
  // oxlint-disable-next-line typescript/no-deprecated
  const entries = await answer.formData().catch(() => {
    throw new Refusal('validation_failed', 'the form cannot be read');
  });
  const files = [...entries.values()].filter((entry) => entry instanceof File);
  const [only, another] = files;
  if (!only || another)
    throw new Refusal('validation_failed', 'the form must contain exactly one file');
  return only;
};

/**
 * Tells if a form has too many parts. Counts the parts before parsing, because parsing a million parts
 * takes seconds.
 */
const hasManyParts = (bytes: Uint8Array, contentType: string): boolean => {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain ?? ''}`;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = -1;
  // One delimiter comes before each part, and another one after the last part.
  for (let delimiters = 0; delimiters <= maxParts + 1; delimiters++) {
    at = text.indexOf(delimiter, at + 1);
    if (at < 0) return false;
  }
  return true;
};

/** Copies bytes, because the type of `Response` does not allow a view of memory that could be shared. */
const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
