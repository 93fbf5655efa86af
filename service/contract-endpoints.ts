import type { AnySchema, ContractProcedure, ErrorMap } from '@orpc/contract';
import { contract } from '#shared/api/contract.ts';
import type { EndpointMeta } from '#shared/api/endpoint.ts';

/** An endpoint as the contract describes it. */
export type ContractEndpoint = EndpointMeta & {
  method: string;
  /** The path in the contract, such as `/canvases/{id}`. */
  path: string;
  /** The name in the OpenAPI document and in generated clients, such as `canvases.get`. */
  operationId: string;
  summary: string;
  successStatus: number;
  inputSchema: AnySchema | undefined;
  outputSchema: AnySchema | undefined;
};

type Procedure = ContractProcedure<AnySchema, AnySchema, ErrorMap, EndpointMeta>;
const resources: Record<string, Record<string, Procedure>> = contract;

export const contractEndpoints: readonly ContractEndpoint[] = Object.entries(resources).flatMap(
  ([resource, procedures]) =>
    Object.entries(procedures).map(([name, procedure]) => {
      const { route, meta, inputSchema, outputSchema } = procedure['~orpc'];
      const { method = 'GET', path = '/', summary = '', successStatus = 200 } = route;
      const operationId = `${resource}.${name}`;
      const shapes = { inputSchema, outputSchema };
      return { ...meta, ...shapes, method, path, summary, successStatus, operationId };
    }),
);
