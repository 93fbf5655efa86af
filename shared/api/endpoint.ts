import { oc, type HTTPMethod, type HTTPPath } from '@orpc/contract';
import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/**
 * What an endpoint says of itself besides its shapes. The service's access check, the OpenAPI
 * document and the generated request tests all read it here.
 */
export type EndpointMeta = {
  /** `null` for the few that take no bearer token, `anyScope` where any token will do. */
  scope: string | null;
  /** False for what this project adds to the specification: another implementation lacks it. */
  specified: boolean;
  /** The account tier without which it is refused. */
  tier: 'enterprise' | null;
  /** `file`: the body is a file in its own content type, and reaches the procedure unparsed. */
  body: 'json' | 'file';
  maxBodyBytes: number;
  /**
   * `record` is of the moment; `catalog` is fixed data that anyone may cache for a day, and that
   * answers HEAD by the specification; `file` is a document made outside of any transaction.
   */
  answers: 'record' | 'catalog' | 'file';
  /** Whether all it does is one transaction; without, the procedure opens its own if it needs one. */
  transaction: boolean;
  /** The codes it refuses with besides those that follow from what stands here. */
  errors: readonly ProblemCode[];
};

type EndpointOptions = Partial<EndpointMeta> & {
  scope: string | null;
  successStatus?: number;
  summary: string;
};

/** Scopes have a colon, so it is none of them. */
export const anyScope = 'any';

const mebibyte = 2 ** 20;
export const bodyLimit = 10 * mebibyte;
export const importLimit = 50 * mebibyte;

const usual: EndpointMeta = {
  scope: null,
  specified: true,
  tier: null,
  body: 'json',
  maxBodyBytes: bodyLimit,
  answers: 'record',
  transaction: true,
  errors: [],
};

export const endpoint = (
  method: HTTPMethod,
  path: HTTPPath,
  { summary, successStatus = 200, ...meta }: EndpointOptions,
) =>
  oc
    .$meta<EndpointMeta>(usual)
    .route({
      method,
      path,
      summary,
      successStatus,
      inputStructure: meta.body === 'file' ? 'detailed' : 'compact',
    })
    .meta({ ...usual, ...meta });

/** Answered by DELETE: status 204, no body. */
export const nothing = z.undefined();

/** PostgreSQL cannot store a NUL character in a text. */
export const storable = z.string().regex(/^[^\0]*$/, 'must not contain a NUL character');

export const identifier = storable.max(200);
export const byId = z.object({ id: identifier });
export const reference = z.object({ id: z.string() });
/** Of a record that is one row: with one statement there is nothing to hold together. */
export const readAtOnce = { transaction: false } as const;
/** What a bulk operation takes at most, since all of it is one transaction. */
export const bulkLimit = 500;
export const timestamp = z.iso.datetime();
export const title = storable.trim().min(1).max(500);
export const text = storable.max(100_000);
/** Of a person, where one part may be empty. */
export const name = storable.trim().max(200);

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

/** The body of a bulk operation. */
export const payloadOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ payload: z.array(item).min(1).max(bulkLimit) });

export const queryFlag = z.enum(['true', 'false']).default('false');
