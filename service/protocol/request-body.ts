import type { Incoming } from './incoming.ts';
import { parseJson } from './parse-json.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route-table.ts';

/** A body as the procedure takes it, and its bytes, by which a repeated request is recognized. */
export type RequestBody = { value: unknown; bytes: Uint8Array };

export const fileTypes = [
  'application/json',
  'application/yaml',
  'application/x-yaml',
  'text/yaml',
  'text/x-yaml',
];
const form = 'multipart/form-data';

/** Reads the body as the route takes it. A body of no bytes is no body. */
export const requestBody = async (request: Incoming, route: Route): Promise<RequestBody> => {
  if (request.method === 'GET' || request.method === 'HEAD') return noBody;
  if ((request.header('content-encoding') ?? 'identity') !== 'identity') {
    throw new Refusal('unsupported_media_type', 'encoded bodies are not supported');
  }
  const bytes = await readBody(request, route.maxBodyBytes);
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
  if (fileTypes.includes(type)) {
    return { value: new File([copy(bytes)], 'file', { type }), bytes };
  }
  if (type !== form) throw unsupported([...fileTypes, form]);
  const value = await onlyFileOf(bytes, header);
  return { value, bytes: new Uint8Array(await value.arrayBuffer()) };
};

const onlyFileOf = async (bytes: Uint8Array, contentType: string): Promise<File> => {
  const answer = new Response(copy(bytes), { headers: { 'content-type': contentType } });
  const entries = await answer.formData().catch(() => {
    throw new Refusal('validation_failed', 'the form cannot be read');
  });
  const files = [...entries.values()].filter((entry) => entry instanceof File);
  const [only, another] = files;
  if (!only || another) throw new Refusal('validation_failed', 'the form must have one file');
  return only;
};

/** Web constructors take bytes of their own, not a view on memory that may be shared. */
const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
