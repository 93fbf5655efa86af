import { answerOf, wholeBody } from './answer-body.ts';
import type { Fetch } from './fetch.ts';

type Dependencies = {
  fetch: Fetch;
  /** Tells if the response to a request is cached. */
  isCached: (request: Request) => boolean;
};

type Cached = { response: Response; bytes: Uint8Array<ArrayBuffer> };

/**
 * Each response header that identifies a version, with the request header that makes the service answer
 * 304 if that version is still current.
 */
const validators = [
  ['etag', 'if-none-match'],
  ['last-modified', 'if-modified-since'],
] as const;

const asksItself = ({ headers }: Request): boolean =>
  validators.some(([, condition]) => headers.has(condition));

const conditional = (request: Request, { headers }: Response): Request => {
  const asking = new Request(request);
  for (const [version, condition] of validators) {
    const known = headers.get(version);
    if (known !== null) asking.headers.set(condition, known);
  }
  return asking;
};

/**
 * Returns a `fetch` that caches responses in memory. It asks the service before each use of a cached
 * response, and returns that response only after a 304. A service does not answer 304 to people who may
 * no longer read the data, so they do not get it.
 */
export const createCachingFetch = ({ fetch, isCached }: Dependencies): Fetch => {
  const answers = new Map<string, Cached>();

  return async (request) => {
    if (!isCached(request) || asksItself(request)) return await fetch(request);
    const cached = answers.get(request.url);
    const response = await fetch(cached ? conditional(request, cached.response) : request);
    if (cached && response.status === 304) return answerOf(cached.response, cached.bytes);
    if (response.status !== 200) return response;
    const bytes = await wholeBody(response);
    if (validators.some(([version]) => response.headers.has(version))) {
      answers.set(request.url, { response, bytes });
    }
    return answerOf(response, bytes);
  };
};
