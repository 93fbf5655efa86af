import { createORPCClient } from '@orpc/client';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { accessToken, type Credentials } from '#shared/api/auth.ts';
import { contract, type ApiClient } from '#shared/api/contract.ts';
import { assertAsSpecified } from './as-specified.ts';

type TestAnswer = { status: number; headers: Headers; text: string; body: unknown };

type Sent = {
  json?: unknown;
  /** A body to send unchanged. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
};

export type TestClient = {
  /** The API client that the app uses. */
  api: JsonifiedClient<ApiClient>;
  /** Sends one request, with the token unless `headers` contain `authorization`. */
  send: (method: string, path: string, sent?: Sent) => Promise<TestAnswer>;
  credentials: Credentials;
  token: string;
};

/** Logs in, and returns a client that checks every response against the contract. */
export const createClient = async (url: string, credentials: Credentials): Promise<TestClient> => {
  const login = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { access_token: token } = accessToken.parse(await login.json());
  const authorization = `Bearer ${token}`;
  const link = new OpenAPILink(contract, {
    url,
    headers: { authorization },
    fetch: async (request, init) => {
      const response = await fetch(request, init);
      await assertAsSpecified(request.method, new URL(request.url), response.clone());
      return response;
    },
  });
  return {
    api: createORPCClient(link),
    credentials,
    token,
    send: async (method, path, { json, raw, headers = {} } = {}) => {
      const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body, duplex: 'half' }),
      });
      await assertAsSpecified(method, new URL(`${url}${path}`), response.clone());
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
      const parsed: unknown = isJson ? JSON.parse(text) : undefined;
      return { status: response.status, headers: response.headers, text, body: parsed };
    },
  };
};
