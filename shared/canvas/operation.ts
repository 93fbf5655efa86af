import { z } from 'zod';
import { verbatim } from '../api/verbatim.ts';
import { edgeSchema, nodeSchema } from './document.ts';

/**
 * An operation is one finished gesture: a list of changes, applied in order. Its inverse is an operation
 * too, so undo and redo are operations, and the journal of a canvas is a list of operations.
 *
 * `setNode` and `setEdge` name only the keys that they change. `unset` and `unsetData` list removed
 * keys, because JSON has no undefined value. So two operations on different keys of one element do not
 * affect each other.
 */
const fields = {
  fields: z.record(z.string(), z.unknown()).optional(),
  unset: z.array(z.string()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  unsetData: z.array(z.string()).optional(),
};

const canvasChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('addNode'), index: z.number().int(), node: nodeSchema }),
  z.object({ kind: z.literal('addEdge'), index: z.number().int(), edge: edgeSchema }),
  z.object({ kind: z.literal('removeNode'), id: z.string() }),
  z.object({ kind: z.literal('removeEdge'), id: z.string() }),
  z.object({ kind: z.literal('setNode'), id: z.string(), ...fields }),
  z.object({ kind: z.literal('setEdge'), id: z.string(), ...fields }),
]);

export const canvasOperationSchema = verbatim(z.array(canvasChangeSchema));

export type CanvasChange = z.infer<typeof canvasChangeSchema>;
export type CanvasOperation = CanvasChange[];
