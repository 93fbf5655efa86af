import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '#shared/api/contract.ts';
import { answerOf, parsedJson, wholeBody } from './answer-body.ts';
import { AnswerLost, NotModified, UnreadableAnswer } from './answer-failures.ts';
import { endpointAt, type Endpoint } from './endpoint-of.ts';
import type { Fetch } from './fetch.ts';
import { isFields } from './field-reader.ts';
import { readRefusal, refusalError } from './refusal.ts';
import { createTolerantReader } from './tolerant-reader.ts';
import { untilAborted } from './until-aborted.ts';

/** A request that is ready to be sent. */
export type Outbound = {
  request: Request;
  /** Relative to the base URL. */
  path: string;
  /** Sends the request on its own. */
  alone: () => Promise<Response>;
};

export type RequestContext = {
  idempotencyKey?: string;
  ifMatch?: string;
  ifNoneMatch?: string;
  /**
   * Called with the headers of every answer, also of a refusal, to read the ETag or the service's
   * `Date`.
   */
  onHeaders?: (headers: Headers) => void;
  /** Sends the request, for example in a batch; without it, each request is sent on its own. */
  carry?: (outbound: Outbound) => Promise<Response>;
  /** Returns the answer as the JSON text that the service sent, unread and despite its type. */
  isText?: boolean;
};

export type SyncClient = ContractRouterClient<typeof contract, RequestContext>;

const requestHeaders = ({ idempotencyKey, ifMatch, ifNoneMatch }: RequestContext) => ({
  'idempotency-key': idempotencyKey,
  'if-match': ifMatch,
  'if-none-match': ifNoneMatch,
});

/**
 * oRPC parses a body by its type: it reads some types as files, drops the text of errors, and does
 * not report a truncated body. It passes plain text on unchanged, so every body except a file is
 * given to it as text and parsed here.
 */
const asText = (bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bytes, { headers: { 'content-type': 'text/plain' } });

const asFile = (response: Response, bytes: Uint8Array<ArrayBuffer>): Response => {
  const file = answerOf(response, bytes);
  const type = response.headers.get('content-type') ?? '';
  // Otherwise oRPC would parse a file of one of these types itself.
  if (type === '' || /^(?:application\/json|text|multipart)\b/.test(type)) {
    file.headers.set('content-type', 'application/octet-stream');
  }
  return file;
};

const isFileOf = ({ answers }: Endpoint): boolean => answers === 'file';

/** A GET must have a body unless its status allows none. */
const isEmptied = ({ method }: Endpoint, status: number, length: number): boolean =>
  method === 'GET' && status !== 204 && length === 0;

/** Returns an answer in the form that oRPC passes on. Throws if it is not a success. */
const readable = async (endpoint: Endpoint, response: Response): Promise<Response> => {
  const { status } = response;
  if (status === 304) throw new NotModified(endpoint.name);
  const bytes = await wholeBody(response);
  if (status >= 400) {
    throw refusalError(readRefusal(endpoint.name, response, new TextDecoder().decode(bytes)));
  }
  if (status >= 300) throw new UnreadableAnswer(endpoint.name, null, `has the status ${status}`);
  if (isFileOf(endpoint)) return asFile(response, bytes);
  if (isEmptied(endpoint, status, bytes.length)) {
    throw new AnswerLost(`${endpoint.name}: empty response.`);
  }
  return asText(bytes);
};

/**
 * oRPC copies its input element by element to look for files, but leaves class instances to
 * `JSON.stringify`. This class hides plain JSON, such as drawings and batches, from that search.
 */
class Plain {
  readonly #json: unknown;

  constructor(json: unknown) {
    this.#json = json;
  }

  toJSON(): unknown {
    return this.#json;
  }
}

const plainFields = ['data', 'requests'];

const withPlainJson = (input: unknown): unknown => {
  if (!isFields(input)) return input;
  const plain = plainFields.filter((field) => typeof input[field] === 'object');
  if (plain.length === 0) return input;
  return {
    ...input,
    ...Object.fromEntries(plain.map((field) => [field, new Plain(input[field])])),
  };
};

/**
 * Creates the REST API as typed calls. A refusal is an `ORPCError` that `refusalOf` reads. Other
 * failures are network errors or the errors in answer-failures.ts. A write whose answer does not
 * contain the record returns `null`, despite its type: the caller has to read the record.
 */
export const createApiClient = (baseUrl: string, fetch: Fetch): SyncClient => {
  const read = createTolerantReader();
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');

  const send = async (request: Request, { carry }: RequestContext): Promise<Response> => {
    const alone = () => fetch(request);
    const { pathname, search } = new URL(request.url);
    const path = pathname.slice(basePath.length) + search;
    return await (carry?.({ request, path, alone }) ?? alone());
  };

  return createORPCClient(
    new OpenAPILink<RequestContext>(contract, {
      url: baseUrl,
      headers: ({ context }) => requestHeaders(context),
      fetch: async (request, _init, { context }, path) => {
        const answer = async (): Promise<Response> => {
          const response = await send(request, context);
          context.onHeaders?.(response.headers);
          return await readable(endpointAt(path), response);
        };
        return await untilAborted(request.signal, answer());
      },
      interceptors: [
        async (call) => {
          const endpoint = endpointAt(call.path);
          const answer = await call.next({ ...call, input: withPlainJson(call.input) });
          if (typeof answer !== 'string' || call.context.isText) return answer;
          return read(endpoint, parsedJson(endpoint.name, answer), call.input);
        },
      ],
    }),
  );
};
