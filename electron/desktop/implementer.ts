import { implement, type ImplementerInternalWithMiddlewares } from '@orpc/server';
import { desktop } from '#shared/desktop/contract.ts';
import { isOfStore, storeFailure } from '../store/store-failure.ts';
import { failure } from './failure.ts';

// oRPC itself uses this type for an empty context.
// oxlint-disable-next-line typescript/no-generated-empty-object-type
type NoContext = Record<never, never>;

/** Declared explicitly, because the contract is too large for type inference. */
export type Implementer = ImplementerInternalWithMiddlewares<typeof desktop, NoContext, NoContext>;

/**
 * Creates the implementer of the desktop contract. If a procedure fails because of the store, the
 * implementer calls `noteFailure` and throws `STORE_FAILED`.
 */
export const createImplementer = (noteFailure: (error: unknown) => void): Implementer =>
  implement(desktop).use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      if (!isOfStore(error)) throw error;
      noteFailure(error);
      throw failure('STORE_FAILED', storeFailure(error).message);
    }
  });
