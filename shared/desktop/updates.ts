import { eventIterator, oc as contractBuilder } from '@orpc/contract';
import { z } from 'zod';
import { desktopErrors } from './errors.ts';

const oc = contractBuilder.errors(desktopErrors);

/**
 * Why an update failed. `unreachable`: the host was not reached. `no-list`: the host has no list of
 * versions for this package. `damaged`: the file does not match the list. `not-installed`: the
 * package was not installed.
 */
const updateProblem = z.enum(['unreachable', 'no-list', 'damaged', 'not-installed']);
export type UpdateProblem = z.infer<typeof updateProblem>;

const version = z.string();

const updateStep = z.discriminatedUnion('name', [
  /**
   * No newer version is known. `checkedAt` is the time of the last check in ISO 8601, or `null` before
   * the first check.
   */
  z.object({ name: z.literal('idle'), checkedAt: z.string().nullable() }),
  z.object({ name: z.literal('checking') }),
  z.object({ name: z.literal('available'), version }),
  /** `percent` is a whole number from 0 to 100. */
  z.object({ name: z.literal('downloading'), version, percent: z.number().int() }),
  z.object({ name: z.literal('ready'), version }),
  z.object({ name: z.literal('installing'), version }),
  z.object({ name: z.literal('failed'), problem: updateProblem }),
]);
export type UpdateStep = z.infer<typeof updateStep>;

/**
 * The state of updates and the host that they come from, or `null` if this copy of the app cannot update
 * itself.
 */
const updateState = z.object({ host: z.string(), step: updateStep }).nullable();
export type UpdateState = z.infer<typeof updateState>;

/** Except for the daily check, each step begins only when the person asks for it. */
export const updateProcedures = {
  /** Emits the state at once, and again after each change. */
  state: oc.output(eventIterator(updateState)),
  check: oc,
  download: oc,
  /** Stops a download. */
  cancel: oc,
  /** Quits the app, installs the new version, and starts it. */
  install: oc,
};
