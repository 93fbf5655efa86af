import { oc, type HTTPMethod, type HTTPPath } from '@orpc/contract';
import { z } from 'zod';
import type { ProblemCode } from './problem.ts';
import { identifier } from './values.ts';

/**
 * The settings of an endpoint besides its schemas. The service's access check, the OpenAPI document, and
 * the generated request tests all read them.
 */
export type EndpointMeta = {
  /**
   * The scope that a token must have, `anyScope` if a token with any scope may call the endpoint, or
   * `null` if the endpoint needs no token.
   */
  scope: string | null;
  /** False for an endpoint that Parapet adds to the specification. Other services may lack it. */
  specified: boolean;
  /** The account tier that the endpoint requires, or `null` if accounts of all tiers may call it. */
  tier: 'enterprise' | null;
  /**
   * The form of the request body. `file` is an OTM file with its own content type, which the service
   * reads before the transaction begins.
   */
  body: 'json' | 'file';
  maxBodyBytes: number;
  /**
   * The kind of response. `record` is current data. `catalog` is fixed data that anyone may cache for
   * a day. An endpoint with a catalog also answers HEAD, as the specification requires. `file` is a
   * document, which is made outside of any transaction.
   */
  answers: 'record' | 'catalog' | 'file';
  /**
   * True if the service runs the endpoint in one transaction. Otherwise the handler opens a
   * transaction if it needs one.
   */
  transaction: boolean;
  /** Problem codes that do not follow from the other fields. */
  errors: readonly ProblemCode[];
};

type EndpointOptions = Partial<EndpointMeta> & {
  scope: string | null;
  successStatus?: number;
  summary: string;
};

/**
 * The value of `scope` for endpoints that a token with any scope may call. No scope has this name,
 * because scopes contain a colon.
 */
export const anyScope = 'any';

const mebibyte = 2 ** 20;
/**
 * The maximum size of a body that is sent without a token, in bytes. The limit is low, because anybody
 * can send such a request.
 */
export const openLimit = 8 * 1024;
/**
 * The maximum size of a body with one record, in bytes. The largest record has five texts of 100,000
 * characters, and JSON can write each character as an escape of six bytes. So such a record has almost 3
 * MiB.
 */
export const recordLimit = 3 * mebibyte;
/** The maximum size of a body with canvases, in bytes. */
export const bodyLimit = 10 * mebibyte;
export const importLimit = 50 * mebibyte;

const usual: EndpointMeta = {
  scope: null,
  specified: true,
  tier: null,
  body: 'json',
  maxBodyBytes: recordLimit,
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

/** The response to DELETE: status 204, no body. */
export const nothing = z.undefined();

export const byId = z.object({ id: identifier });
export const holdsCanvases = { maxBodyBytes: bodyLimit } as const;
/**
 * The setting of endpoints that need no transaction, because they run a single SQL statement. These are
 * most lists, and reads of records that are stored in a single row.
 */
export const readAtOnce = { transaction: false } as const;
/**
 * The maximum number of records in a bulk operation. It is limited because the whole operation is one
 * transaction.
 */
export const bulkLimit = 500;

/**
 * Returns the endpoint that restores a deleted record with everything in it. The service keeps deleted
 * records for 30 days.
 */
export const restoring = <Output extends z.ZodType>(
  path: HTTPPath,
  { scope, what, output }: { scope: string; what: string; output: Output },
) =>
  endpoint('POST', `${path}/{id}/restore`, {
    scope,
    specified: false,
    // The service refuses a request with `If-Match`, because no ETag matches a deleted record.
    errors: ['precondition_failed'],
    summary: `Restore a deleted ${what}`,
  })
    .input(byId)
    .output(output);

/**
 * Returns the schema of `{ items, count }`. `count` is the number of all matching records, not only of
 * those on this page.
 */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), count: z.number().int() });

const wholeNumber = z.coerce.number().int();

/** Returns the schema of the common list parameters. Pages 0 and 1 are both the first page. */
export const listQuery = <const Fields extends readonly string[]>(sortable: Fields) =>
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

/** Returns the schema for the body of a bulk operation. */
export const payloadOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ payload: z.array(item).min(1).max(bulkLimit) });

export const queryFlag = z.enum(['true', 'false']).default('false');
