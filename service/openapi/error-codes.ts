import { anyScope } from '#shared/api/endpoint.ts';
import type { ProblemCode } from '#shared/api/problem.ts';
import type { ContractEndpoint } from '../contract-endpoints.ts';

/** What the request of an endpoint has, as its OpenAPI operation shows it. */
export type RequestFacts = {
  hasParams: boolean;
  hasQuery: boolean;
  hasBody: boolean;
  /** Whether the body names the record in which another one is created. */
  hasParent: boolean;
  /** Whether it changes or deletes a record that has an ETag. */
  changesRecord: boolean;
};

/** The resources that lie in a collection, whose permission then has a say. */
const ofCollections = new Set([
  'collections',
  'threat-models',
  'canvases',
  'components',
  'threats',
  'mitigations',
  'comments',
]);

/** Every code that an endpoint refuses a request with, by what the contract says of it. */
export const errorCodes = (endpoint: ContractEndpoint, request: RequestFacts): ProblemCode[] => {
  const { scope, method, body, tier, transaction, errors } = endpoint;
  const [resource = '', permission] = (scope ?? '').split(':');
  const isAbout = request.hasParams || request.hasParent;
  const isClosed = scope !== null;
  const isFile = body === 'file';
  const when: [boolean, ProblemCode[]][] = [
    [request.hasBody && !isFile, ['invalid_json']],
    [request.hasBody || request.hasQuery, ['validation_failed']],
    [isClosed, ['unauthenticated', 'token_expired']],
    [isClosed, ['ip_not_allowed', 'account_disabled']],
    [isClosed && scope !== anyScope, ['missing_scope']],
    [isAbout && permission === 'write' && ofCollections.has(resource), ['collection_access']],
    [tier === 'enterprise', ['enterprise_required']],
    [isAbout, ['not_found']],
    // The Idempotency-Key of another request.
    [isClosed && method === 'POST' && transaction, ['conflict']],
    [request.changesRecord, ['precondition_failed']],
    [request.hasBody, ['too_large', 'unsupported_media_type']],
    [method !== 'GET' && transaction, ['rate_limited']],
  ];
  const derived = when.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...derived, ...errors, 'internal' as const])];
};
