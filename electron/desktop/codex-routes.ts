import { implement } from '@orpc/server';
import { desktop } from '#shared/desktop/contract.ts';
import { serviceFailure } from './failure.ts';
import type { Session } from './session.ts';

type Dependencies = {
  session: () => Session;
  /**
   * Returns the response of the service. If the request fails, throws a failure with a code that the
   * window knows.
   */
  served: <Value>(answer: Promise<Value>) => Promise<Value>;
};

const os = implement(desktop.codex);

/** Implements the part of the desktop contract about the codex. */
export const codexRoutes = ({ session, served }: Dependencies) =>
  os.router({
    list: os.list.handler(({ input, signal }) => served(session().codex.list(input.kind, signal))),
    read: os.read.handler(({ input }) => served(session().codex.read(input.kind, input.id))),
    save: os.save.handler(({ input: { kind, id, entry } }) =>
      served(session().codex.save(kind, id, entry)),
    ),
    remove: os.remove.handler(({ input, signal }) =>
      served(session().codex.remove(input.kind, input.ids, signal)),
    ),
    compare: os.compare.handler(({ input, signal }) =>
      served(session().codex.compare(input.entries, signal)),
    ),
    add: os.add.handler(async function* ({ input, signal }) {
      try {
        yield* session().codex.add(input.entries, input.replaced, signal);
      } catch (error) {
        throw serviceFailure(error);
      }
    }),
    exportFile: os.exportFile.handler(({ input, signal }) =>
      session().exportCodex(input.format, signal),
    ),
  });
