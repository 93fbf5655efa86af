import { setImmediate as nextTurn } from 'node:timers/promises';
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
  /** The path and the query, relative to the base URL. */
  path: string;
  /** Sends the request on its own, outside a batch. */
  alone: () => Promise<Response>;
};

export type RequestContext = {
  idempotencyKey?: string;
  ifMatch?: string;
  ifNoneMatch?: string;
  /**
   * Receives the headers of every response, even of a refusal. Callers read the ETag or the service's
   * `Date` from them.
   */
  onHeaders?: (headers: Headers) => void;
  /** Sends the request, for example in a batch. Without `carry`, the request is sent on its own. */
  carry?: (outbound: Outbound) => Promise<Response>;
  /**
   * If true, the call returns the service's JSON text unparsed. The type of the call does not show this.
   */
  isText?: boolean;
};

export type SyncClient = ContractRouterClient<typeof contract, RequestContext>;

const requestHeaders = ({ idempotencyKey, ifMatch, ifNoneMatch }: RequestContext) => ({
  'idempotency-key': idempotencyKey,
  'if-match': ifMatch,
  'if-none-match': ifNoneMatch,
});

/**
 * Returns the body of a response as plain text, because oRPC passes plain text on unchanged. oRPC parses
 * other bodies by their content type: it reads some types as files, drops the text of errors, and does
 * not notice a truncated body. So this client parses every body itself, except files.
 */
const asText = (bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bytes, { headers: { 'content-type': 'text/plain' } });

const asFile = (response: Response, bytes: Uint8Array<ArrayBuffer>): Response => {
  const file = answerOf(response, bytes);
  const type = response.headers.get('content-type') ?? '';
  // oRPC would parse a file with one of these types instead of returning it, so the type is replaced.
  if (type === '' || /^(?:application\/json|text|multipart)\b/.test(type)) {
    file.headers.set('content-type', 'application/octet-stream');
  }
  return file;
};

const isFileOf = ({ answers }: Endpoint): boolean => answers === 'file';

/**
 * Tells if the body of an empty response was lost. That is certain only for a GET whose status is not
 * 204, because every other response may have no body.
 */
const isEmptied = ({ method }: Endpoint, status: number, length: number): boolean =>
  method === 'GET' && status !== 204 && length === 0;

/** The size of a large answer, in bytes or characters. Parsing it takes about 5 ms. */
const largeAnswer = 1024 * 1024;

/**
 * Lets the main process handle other events between two steps that take long for a large answer: reading,
 * decoding, parsing, and checking it.
 */
const breathe = async ({ length }: { length: number }): Promise<void> => {
  if (length > largeAnswer) await nextTurn();
};

/**
 * Returns a response in a form that oRPC passes on unchanged. Throws if the response is not a success.
 */
const readable = async (endpoint: Endpoint, response: Response): Promise<Response> => {
  const { status } = response;
  if (status === 304) throw new NotModified(endpoint.name);
  const bytes = await wholeBody(response);
  await breathe(bytes);
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
 * Hides plain JSON, such as drawings and batches, from oRPC. Otherwise oRPC would search it for files
 * and copy it value by value. oRPC leaves class instances to `JSON.stringify`.
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
 * Creates a client with a typed call for each endpoint of the REST API.
 *
 * A refused call throws an `ORPCError`, which `refusalOf` reads. Other failures throw network errors or
 * the errors in answer-failures.ts. If the response to a write does not contain the record, the call
 * returns `null` although its type does not allow this. The caller then has to read the record.
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
          await breathe(answer);
          const parsed = parsedJson(endpoint.name, answer);
          await breathe(answer);
          return read(endpoint, parsed, call.input);
        },
      ],
    }),
  );
};
