import { oc, type HTTPMethod, type HTTPPath } from '@orpc/contract';
import { z } from 'zod';

/**
 * What an endpoint says of itself besides its shapes. The service's access check, the OpenAPI
 * document and the generated request tests all read it here.
 *
 * `scope` is `null` for the few that take no bearer token. `specified` is false for what this
 * project adds to the specification, and which another implementation will not have.
 */
export type EndpointMeta = {
  scope: string | null;
  specified: boolean;
  maxBodyBytes: number;
  /** `file`: the body is a file in its own content type, and reaches the procedure unparsed. */
  body: 'json' | 'file';
};

type EndpointOptions = {
  scope: string | null;
  specified?: boolean;
  successStatus?: number;
  maxBodyBytes?: number;
  body?: 'json' | 'file';
  summary: string;
};

const mebibyte = 2 ** 20;
export const bodyLimit = 10 * mebibyte;
export const importLimit = 50 * mebibyte;

export const endpoint = (method: HTTPMethod, path: HTTPPath, options: EndpointOptions) =>
  oc
    .$meta<EndpointMeta>({ scope: null, specified: true, maxBodyBytes: bodyLimit, body: 'json' })
    .route({
      method,
      path,
      summary: options.summary,
      successStatus: options.successStatus ?? 200,
      inputStructure: options.body === 'file' ? 'detailed' : 'compact',
    })
    .meta({
      scope: options.scope,
      specified: options.specified ?? true,
      maxBodyBytes: options.maxBodyBytes ?? bodyLimit,
      body: options.body ?? 'json',
    });

/** Answered by DELETE: status 204, no body. */
export const nothing = z.undefined();

/** PostgreSQL cannot store a NUL character in a text. */
const storable = z.string().regex(/^[^\0]*$/, 'must not contain a NUL character');

export const identifier = storable.max(200);
export const byId = z.object({ id: identifier });
export const reference = z.object({ id: z.string() });
export const timestamp = z.iso.datetime();
export const title = storable.trim().min(1).max(500);
export const text = storable.max(100_000);

/** `{ items, count }`; `count` is the number of all matching records, not of this page. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), count: z.number().int() });

const wholeNumber = z.coerce.number().int();

/** The common list parameters; pages 0 and 1 are both the first. */
export const listQuery = <const Fields extends readonly [string, ...string[]]>(sortable: Fields) =>
  z.object({
    limit: wholeNumber.min(1).max(200).default(20),
    page: wholeNumber
      .min(0)
      .max(2 ** 31)
      .default(1),
    sort: z.enum(['created_at', ...sortable]).default('created_at'),
    order: z
      .string()
      .toUpperCase()
      .pipe(z.enum(['ASC', 'DESC']))
      .default('ASC'),
  });

export const queryFlag = z.enum(['true', 'false']).default('false');
