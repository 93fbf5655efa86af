import type { OpenAPI } from '@orpc/openapi';
import { anyScope } from '#shared/api/endpoint.ts';
import { contractEndpoints, type ContractEndpoint } from '../contract-endpoints.ts';
import { changesRecordOf, readsRecord } from '../protocol/record-path.ts';
import { fileTypes } from '../protocol/request-body.ts';
import { errorCodes, type RequestFacts } from './error-codes.ts';
import { problemResponses } from './problem-responses.ts';

export type Operation = OpenAPI.OperationObject<{
  'x-required-scope'?: string;
  /** True if the operation is not in the specification. */
  'x-additive'?: boolean;
}>;

/**
 * The types of the files that endpoints return, by operation ID. The schemas of the contract do not
 * contain them.
 */
const documentTypes: Record<string, string[]> = {
  'threatModels.report': ['application/pdf'],
  'threatModels.image': ['image/png', 'image/svg+xml'],
};

/** Completes a generated operation with the facts of the contract that the generator leaves out. */
export const describeOperation = (operation: Operation, endpoint: ContractEndpoint): Operation => {
  const { scope, specified, operationId } = endpoint;
  const request = requestFacts(operation, endpoint);
  return {
    ...operation,
    tags: [operationId.split('.')[0] ?? ''],
    description: descriptionOf(endpoint),
    ...(scope === null && { security: [] }),
    ...(scope !== null && scope !== anyScope && { 'x-required-scope': scope }),
    'x-additive': !specified,
    parameters: [...plainParameters(operation), ...requestHeaders(endpoint, request)],
    ...(operation.requestBody && { requestBody: requestBody(operation.requestBody, endpoint) }),
    responses: {
      ...successResponses(operation, endpoint),
      ...problemResponses(errorCodes(endpoint, request)),
    },
  };
};

const descriptionOf = ({ scope, specified, tier }: ContractEndpoint): string =>
  [
    accessOf(scope),
    ...(tier === 'enterprise' ? ['Needs an Enterprise tier account.'] : []),
    ...(specified ? [] : ['An addition of this service: others may lack it.']),
  ].join(' ');

const accessOf = (scope: string | null): string => {
  if (scope === null) return 'Needs no access token.';
  return scope === anyScope ? 'Takes a token of any scope.' : `Requires scope \`${scope}\`.`;
};

const requestFacts = (operation: Operation, endpoint: ContractEndpoint): RequestFacts => ({
  hasParams: endpoint.path.includes('{'),
  hasQuery: plainParameters(operation).some((parameter) => parameter.in === 'query'),
  hasBody: operation.requestBody !== undefined,
  hasParent: bodyFields(operation).some((field) => parents.has(field)),
  changesRecord: contractEndpoints.some((other) => changesRecordOf(endpoint, other)),
});

const parents = new Set(['collectionId', 'threatModelId', 'canvasId', 'componentId', 'threatId']);

/**
 * Returns the fields of the JSON body. If the body is a list, returns the fields of its entries.
 */
const bodyFields = ({ requestBody }: Operation): string[] => {
  if (!requestBody || !('content' in requestBody)) return [];
  const schema = requestBody.content['application/json']?.schema ?? {};
  const record = 'items' in schema ? schema.items : schema;
  return 'properties' in record ? Object.keys(record.properties ?? {}) : [];
};

/**
 * Removes attributes of parameters, such as `allowEmptyValue`, that the generator adds although they do
 * not apply to this service.
 */
const plainParameters = ({ parameters = [] }: Operation) =>
  parameters.flatMap((parameter) => {
    if (!('name' in parameter)) return [];
    const { name, in: location, required, schema } = parameter;
    return [
      { name, in: location, ...(required === true && { required }), ...(schema && { schema }) },
    ];
  });

const requestHeaders = (endpoint: ContractEndpoint, { changesRecord }: RequestFacts) => {
  const { method, scope, answers, transaction } = endpoint;
  const isCatalog = answers === 'catalog';
  const isTagged = method === 'GET' && answersRecord(endpoint);
  const when: [boolean, string][] = [
    [isCatalog || isTagged, 'If-None-Match'],
    [isCatalog, 'If-Modified-Since'],
    [changesRecord, 'If-Match'],
    [method === 'POST' && scope !== null && transaction, 'Idempotency-Key'],
  ];
  return when.flatMap(([applies, name]) =>
    applies ? [{ $ref: `#/components/parameters/${name}` }] : [],
  );
};

/** Tells if the response is a single record, which has an ETag. */
const answersRecord = ({ outputSchema }: ContractEndpoint): boolean =>
  contractEndpoints.some((other) => readsRecord(other) && other.outputSchema === outputSchema);

const binary = {};
const form = {
  schema: {
    type: 'object',
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  },
} satisfies OpenAPI.MediaTypeObject;

const requestBody = (
  generated: NonNullable<Operation['requestBody']>,
  { body }: ContractEndpoint,
): NonNullable<Operation['requestBody']> =>
  body === 'json'
    ? generated
    : {
        required: true,
        content: {
          ...Object.fromEntries(fileTypes.map((type) => [type, binary])),
          'multipart/form-data': form,
        },
      };

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

const successResponses = (
  operation: Operation,
  endpoint: ContractEndpoint,
): OpenAPI.ResponsesObject => {
  const { method, answers, successStatus, operationId } = endpoint;
  const types = documentTypes[operationId];
  const generated = operation.responses?.[successStatus];
  const isTagged = answers === 'catalog' || answersRecord(endpoint);
  const headers = {
    ...header('X-Request-Id'),
    ...(isTagged && header('ETag')),
    ...(answers === 'catalog' && { ...header('Last-Modified'), ...header('Cache-Control') }),
    ...(types && header('Content-Disposition')),
  };
  const content = types
    ? Object.fromEntries(types.map((type) => [type, binary]))
    : generated && 'content' in generated && generated.content;
  const success = {
    description: successStatus === 204 ? 'Done; no body' : endpoint.summary,
    headers,
    ...(successStatus !== 204 && content && { content }),
  };
  const unchanged = { description: 'The copy is current; no body', headers };
  return {
    [successStatus]: success,
    ...(isTagged && method === 'GET' && { 304: unchanged }),
  };
};
