import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import { documentInput, edgesInput, nodesInput } from '#shared/api/canvases.ts';
import { contract } from '#shared/api/contract.ts';
import { canvasDocumentSchema, edgeSchema, nodeSchema } from '#shared/canvas/document.ts';

/** Checks on a value that is passed on as it is do not show the shape that they check. */
const shapes = new Map<unknown, z.ZodType>([
  [documentInput, canvasDocumentSchema],
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

let document: Promise<unknown> | undefined;

/** The OpenAPI 3.1 document of the contract; made when first asked for. */
export const openApiDocument = async (): Promise<unknown> => {
  document ??= new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: { title: 'Parapet threat-modeling service', version: '1' },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
  return await document;
};
