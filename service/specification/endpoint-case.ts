import type { CollectionPermission } from '#shared/api/enumerations.ts';
import { contractEndpoints } from '../contract-endpoints.ts';
import type { Planted } from './planted.ts';
import type { Shape } from './shape.ts';

/** One row of the specification's tables of endpoints: a request to it, and what it answers. */
export type EndpointCase = {
  /** `GET /threats/{id}` */
  endpoint: string;
  /** The values of the path's parameters. */
  params?: (planted: Planted) => Record<string, string>;
  query?: Record<string, string>;
  /** With every field that the endpoint takes, none of them null. */
  body?: (planted: Planted) => unknown;
  /** Sent instead of JSON. */
  file?: string;
  /** The fields, as paths, that the specification shows in the body and that change nothing. */
  ignored?: string[];
  /** What is missing in an empty body; nothing where an empty body is a valid one. */
  required?: string[];
  /** The ids in the body of what the request is about, as paths: unknown ones are 404. */
  subjects?: string[];
  /** The other ids in the body, as paths: unknown ones are 400 and named. */
  mentioned?: string[];
  /** The path's parameters of which an unknown value is 400 rather than 404. */
  refusedParams?: string[];
  /** What a `user` needs on the collection that it is about. */
  permission?: CollectionPermission;
  /** Whether it lists all that the caller may see, and so answers everyone. */
  isOverview?: boolean;
  /** Whether the role `user` may not do it at all. */
  isAdministration?: boolean;
  /** The scopes that it gives to a user, and that an admin must have to do so. */
  gives?: string[];
  /** Whether it is for people without a token. */
  isOpen?: boolean;
  status: number;
  answer: Answer;
};

/** No body, a JSON value, or a file of this type. */
type Answer = 'nothing' | { json: Shape } | { file: string };

export const methodOf = ({ endpoint }: EndpointCase): string => endpoint.split(' ')[0] ?? '';
export const templateOf = ({ endpoint }: EndpointCase): string => endpoint.split(' ')[1] ?? '';

/** As the contract has it, which `documentation.test.ts` holds to docs/api.md; '' where none is. */
export const scopeOf = ({ endpoint }: EndpointCase): string =>
  contractEndpoints.find(({ method, path }) => `${method} ${path}` === endpoint)?.scope ?? '';
