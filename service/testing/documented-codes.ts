import { contractEndpoints } from '../contract-endpoints.ts';
import { openApiDocument } from '../openapi.ts';

const { paths } = await openApiDocument();

/** The responses that the OpenAPI document lists for each operation. */
const answersOf = new Map(
  Object.values(paths)
    .flatMap((item) => [item.get, item.post, item.put, item.patch, item.delete])
    .map((operation) => [operation?.operationId, JSON.stringify(operation?.responses)]),
);

/** Codes that any body can cause, even at an endpoint that expects no body. */
const ofAnyBody = new Set([
  'invalid_json',
  'validation_failed',
  'too_large',
  'unsupported_media_type',
]);

/**
 * Tells if an endpoint may return this code, because the OpenAPI document lists the code, or because any
 * body can cause it.
 */
export const isDocumented = (method: string, path: string, code: string): boolean => {
  const endpoint = contractEndpoints.find(
    (other) => other.method === method && other.path === path,
  );
  const responses = answersOf.get(endpoint?.operationId) ?? '';
  return responses.includes(`"${code}"`) || (method !== 'GET' && ofAnyBody.has(code));
};
