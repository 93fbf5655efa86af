import { implement } from '@orpc/server';
import { desktop } from '#shared/desktop/contract.ts';
import { isOfStore, storeFailure } from '../store/store-failure.ts';
import { failure } from './failure.ts';

/** Implements procedures of the window. A failure of the store is noted and gets its own code. */
export const createImplementer = (noteFailure: (error: unknown) => void) =>
  implement(desktop).use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      if (!isOfStore(error)) throw error;
      noteFailure(error);
      throw failure('STORE_FAILED', storeFailure(error).message);
    }
  });

export type Implementer = ReturnType<typeof createImplementer>;
