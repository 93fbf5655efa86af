import type { CollectionPermission } from '#shared/api/enumerations.ts';
import { contractEndpoints } from '../contract-endpoints.ts';
import type { Planted } from './planted.ts';
import type { Shape } from './shape.ts';

/** One row of the specification's endpoint tables: a valid request and its expected response. */
export type EndpointCase = {
  /** The method and the path, such as `GET /threats/{id}`. */
  endpoint: string;
  params?: (planted: Planted) => Record<string, string>;
  query?: Record<string, string>;
  /** A body with every field of the endpoint, none of them null. */
  body?: (planted: Planted) => unknown;
  /** A file to send instead of JSON. */
  file?: string;
  /** Paths of fields that the specification shows in the body and that have no effect. */
  ignored?: string[];
  /**
   * The fields that the response to an empty body reports as missing. Undefined if an empty body is
   * valid.
   */
  required?: string[];
  /** Paths of IDs in the body that the request is about. An unknown ID gets 404. */
  subjects?: string[];
  /** Paths of IDs in the body that the request only mentions. An unknown ID gets 400 with its path. */
  mentioned?: string[];
  /** Path parameters for which an unknown value gets 400 instead of 404. */
  refusedParams?: string[];
  /** The permission on the collection that a caller with the role `user` needs. */
  permission?: CollectionPermission;
  /**
   * True if the endpoint lists all records that the caller may see. A caller without a permission on any
   * collection then gets an empty list instead of 404.
   */
  isOverview?: boolean;
  /** True if the role `user` may never call the endpoint. */
  isAdministration?: boolean;
  /**
   * Scopes that an admin must have in addition to the endpoint's scope, because the request gives these
   * scopes to a user, or changes a user who has them.
   */
  needs?: string[];
  /** True if the endpoint needs no token. */
  isOpen?: boolean;
  status: number;
  answer: Answer;
};

/**
 * The expected response: no body, a JSON value with the shape `json`, or a file of the media type
 * `file`.
 */
type Answer = 'nothing' | { json: Shape } | { file: string };

export const methodOf = ({ endpoint }: EndpointCase): string => endpoint.split(' ')[0] ?? '';
export const templateOf = ({ endpoint }: EndpointCase): string => endpoint.split(' ')[1] ?? '';

/**
 * Returns the scope in the contract, or '' if there is none. `documentation.test.ts` compares these
 * scopes with docs/api.md.
 */
export const scopeOf = ({ endpoint }: EndpointCase): string =>
  contractEndpoints.find(({ method, path }) => `${method} ${path}` === endpoint)?.scope ?? '';

export const bodyLimitOf = ({ endpoint }: EndpointCase): number =>
  contractEndpoints.find(({ method, path }) => `${method} ${path}` === endpoint)?.maxBodyBytes ?? 0;
