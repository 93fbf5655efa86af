import { z } from 'zod';
import type { RecordKind } from '../../records/record-kinds.ts';
import { contract } from '../contract.ts';

/** The update endpoint of each kind. Its input schema has the fields that a client can update. */
const updates = {
  collection: contract.collections.update,
  threatModel: contract.threatModels.update,
  canvas: contract.canvases.update,
  component: contract.components.update,
  threat: contract.threats.update,
  mitigation: contract.mitigations.update,
  comment: contract.comments.update,
} as const satisfies Record<RecordKind, unknown>;

const simpleSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  anyOf: z.array(z.lazy((): z.ZodType => simpleSchema)).optional(),
});
type SimpleSchema = z.infer<typeof simpleSchema>;

/**
 * Returns example values that fit the schema, or an empty list for the schema of a list or a document.
 */
const examples = ({ type, const: only, enum: closed, pattern = '', anyOf }: SimpleSchema) => {
  if (anyOf) return anyOf.flatMap((each): unknown[] => examples(simpleSchema.parse(each)));
  if (closed) return closed;
  if (only !== undefined) return [only];
  if (type === 'boolean') return [true, false];
  if (type === 'number' || type === 'integer') return [1, 2];
  if (type !== 'string') return [];
  if (pattern.startsWith('^#')) return ['#12b886', '#fa5252'];
  return pattern.includes('T')
    ? ['2028-02-29T00:00:00.000Z', '2029-01-01T00:00:00.000Z']
    : ['Another value', 'A third value'];
};

/**
 * Returns the fields that a client can update, each with a valid value that is not the current one. IDs,
 * lists, and documents are left out. The fields come from the schema of the update endpoint, so tests
 * also change fields that are added later.
 */
export const otherValues = (
  kind: RecordKind,
  current: Readonly<Record<string, unknown>>,
): [field: string, value: unknown][] => {
  const input = z.instanceof(z.ZodObject).parse(updates[kind]['~orpc'].inputSchema);
  return Object.entries(input.shape).flatMap(([field, schema]): [string, unknown][] => {
    // Fields with IDs are left out, because they name the record itself or move it to another parent.
    if (/id$/i.test(field)) return [];
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const others = examples(simpleSchema.parse(described)).filter(
      (value) => value !== current[field] && value !== null,
    );
    return others.length > 0 ? [[field, others[0]]] : [];
  });
};
