import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import { partBody } from '#shared/api/batch.ts';
import { edgesInput, nodesInput } from '#shared/api/canvases.ts';
import { contract } from '#shared/api/contract.ts';
import {
  canvasDocumentSchema,
  edgeSchema,
  nodeSchema,
  verbatimDocument,
} from '#shared/canvas/document.ts';
import { components } from './openapi/components.ts';
import { completePaths } from './openapi/paths.ts';

/**
 * The schemas that replace custom checks in the OpenAPI document, because the generator cannot describe
 * a check. Each schema describes the values that a check accepts.
 */
const shapes = new Map<unknown, z.ZodType>([
  [partBody, z.record(z.string(), z.unknown())],
  [verbatimDocument, canvasDocumentSchema],
  [nodesInput, z.array(nodeSchema)],
  [edgesInput, z.array(edgeSchema)],
]);

const converter: ZodToJsonSchemaConverter = new ZodToJsonSchemaConverter({
  interceptors: [
    (conversion) => {
      const shape = shapes.get(conversion.schema);
      return shape ? converter.convert(shape, conversion.options) : conversion.next();
    },
  ],
});

const generate = async () => {
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] });
  const generated = await generator.generate(contract, {
    info: { title: 'Parapet threat-modeling service', version: '1' },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
  });
  return { ...generated, components, paths: completePaths(generated.paths ?? {}) };
};

let document: ReturnType<typeof generate> | undefined;

/** Returns the OpenAPI 3.1 document of the contract. It is generated on first use. */
export const openApiDocument = async (): ReturnType<typeof generate> => {
  document ??= generate();
  return await document;
};
