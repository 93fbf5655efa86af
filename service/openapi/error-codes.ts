import { anyScope } from '#shared/api/endpoint.ts';
import type { ProblemCode } from '#shared/api/problem.ts';
import type { ContractEndpoint } from '../contract-endpoints.ts';
import { tableOfScope } from '../database/record-tables.ts';

/** Facts about an endpoint's requests, taken from its OpenAPI operation. */
export type RequestFacts = {
  hasParams: boolean;
  hasQuery: boolean;
  hasBody: boolean;
  /** True if the body has the ID of the new record's parent. */
  hasParent: boolean;
  /** True if the endpoint changes or deletes a record that has an ETag. */
  changesRecord: boolean;
};

/** Returns all error codes of an endpoint, derived from the contract. */
export const errorCodes = (endpoint: ContractEndpoint, request: RequestFacts): ProblemCode[] => {
  const { scope, method, body, tier, transaction, errors } = endpoint;
  const isWrite = scope?.endsWith(':write') === true;
  const isAbout = request.hasParams || request.hasParent;
  const isClosed = scope !== null;
  const isFile = body === 'file';
  const when: [boolean, ProblemCode[]][] = [
    [request.hasBody && !isFile, ['invalid_json']],
    [request.hasBody || request.hasQuery, ['validation_failed']],
    [isClosed, ['unauthenticated', 'token_expired']],
    [isClosed, ['ip_not_allowed', 'account_disabled']],
    [isClosed && scope !== anyScope, ['missing_scope']],
    // These requests change records in collections. They are rejected if the caller has only the
    // permission `read` on the collection.
    [isAbout && isWrite && tableOfScope(scope) !== undefined, ['collection_access']],
    [tier === 'enterprise', ['enterprise_required']],
    [isAbout, ['not_found']],
    // A POST is rejected if a different request has already used its `Idempotency-Key`.
    [isClosed && method === 'POST' && transaction, ['conflict']],
    [request.changesRecord, ['precondition_failed']],
    [request.hasBody, ['too_large', 'unsupported_media_type']],
  ];
  const derived = when.flatMap(([applies, codes]) => (applies ? codes : []));
  const always = ['rate_limited', 'service_unavailable', 'internal'] as const;
  return [...new Set([...derived, ...errors, ...always])];
};
