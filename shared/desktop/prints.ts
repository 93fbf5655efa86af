import { oc as contractBuilder } from '@orpc/contract';
import { z } from 'zod';
import { desktopErrors } from './errors.ts';

const oc = contractBuilder.errors(desktopErrors);

/** `id` is the ID of the threat model or of the canvas. */
const printOrder = z.object({ kind: z.enum(['report', 'canvas']), id: z.string() });
export type PrintOrder = z.infer<typeof printOrder>;

const printResult = z.object({ result: z.enum(['printed', 'canceled']) });
export type PrintResult = z.infer<typeof printResult>['result'];

/** Prints a document after the person has seen it in a preview. */
export const printProcedures = {
  /** Returns the document to print as HTML, and a handle for it. Can be aborted. */
  prepare: oc.input(printOrder).output(z.object({ handle: z.string(), html: z.string() })),
  /** Opens the print dialog of the system for the document that was prepared last. */
  run: oc.input(z.object({ handle: z.string() })).output(printResult),
};
