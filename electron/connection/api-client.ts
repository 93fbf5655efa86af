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

export type RequestContext = {
  idempotencyKey?: string;
  ifMatch?: string;
  ifNoneMatch?: string;
  /** Called with the headers of the answer, also of a refusal: the ETag, the service's Date. */
  heard?: (headers: Headers) => void;
};

export type SyncClient = ContractRouterClient<typeof contract, RequestContext>;

const requestHeaders = ({ idempotencyKey, ifMatch, ifNoneMatch }: RequestContext) => ({
  'idempotency-key': idempotencyKey,
  'if-match': ifMatch,
  'if-none-match': ifNoneMatch,
});

/**
 * oRPC reads a body by its type: a file in some, an error without words in others, and of one that
 * was cut off it does not say so. Text it leaves alone, so everything but a file is given as text
 * and read here.
 */
const asText = (bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bytes, { headers: { 'content-type': 'text/plain' } });

const asFile = (response: Response, bytes: Uint8Array<ArrayBuffer>): Response => {
  const file = answerOf(response, bytes);
  const type = response.headers.get('content-type') ?? '';
  // Of these types oRPC would make something else.
  if (type === '' || /^(?:application\/json|text|multipart)\b/.test(type)) {
    file.headers.set('content-type', 'application/octet-stream');
  }
  return file;
};

const isFileOf = ({ answers }: Endpoint): boolean => answers === 'file';

/** A read is never answered with nothing, save by a status that says so. */
const isEmptied = ({ method }: Endpoint, status: number, length: number): boolean =>
  method === 'GET' && status !== 204 && length === 0;

/** An answer in the form that oRPC passes on; throws for all that is no success. */
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
    throw new AnswerLost(`${endpoint.name}: no body came`);
  }
  return asText(bytes);
};

/**
 * A drawing is JSON as it is. oRPC copies what it is given element by element, to find the files in
 * it; what is of a class of its own it leaves to `JSON.stringify`.
 */
class Drawing {
  readonly #drawing: unknown;

  constructor(drawing: unknown) {
    this.#drawing = drawing;
  }

  toJSON(): unknown {
    return this.#drawing;
  }
}

const withDrawing = (input: unknown): unknown =>
  isFields(input) && isFields(input['data'])
    ? { ...input, data: new Drawing(input['data']) }
    : input;

/**
 * The REST API as typed calls. A refusal arrives as an ORPCError that `refusalOf` reads; the other
 * failures are those of answer-failures.ts, and what the network says. A write whose answer does not
 * tell what was written gives null, whatever its type says: the record is to be read.
 */
export const createApiClient = (baseUrl: string, fetch: Fetch): SyncClient => {
  const read = createTolerantReader();
  return createORPCClient(
    new OpenAPILink<RequestContext>(contract, {
      url: baseUrl,
      headers: ({ context }) => requestHeaders(context),
      fetch: async (request, _init, { context }, path) => {
        const answer = async (): Promise<Response> => {
          const response = await fetch(request);
          context.heard?.(response.headers);
          return await readable(endpointAt(path), response);
        };
        return await untilAborted(request.signal, answer());
      },
      interceptors: [
        async (call) => {
          const endpoint = endpointAt(call.path);
          const answer = await call.next({ ...call, input: withDrawing(call.input) });
          if (typeof answer !== 'string') return answer;
          return read(endpoint, parsedJson(endpoint.name, answer), call.input);
        },
      ],
    }),
  );
};
