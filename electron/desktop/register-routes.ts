import type { ChangeInput } from '#shared/desktop/change.ts';
import { failure } from './failure.ts';
import type { Implementer } from './implementer.ts';
import type { Session } from './session.ts';

/** Implements the procedures of the register. The reading thread reads the lists. */
export const registerRoutes = (
  os: Implementer['register'],
  session: () => Session,
  applied: (change: ChangeInput) => void,
) => ({
  list: os.list.handler(async ({ input, signal }) => {
    const { store, reading } = session();
    const query = { ...input, scope: store.storedScope(input.scope) };
    return await reading.ask('list', query, signal);
  }),
  rows: os.rows.handler(
    async ({ input, signal }) => await session().reading.ask('rows', input.numbers, signal),
  ),
  values: os.values.handler(async ({ input, signal }) => {
    const { store, reading } = session();
    return await reading.ask('values', store.storedScope(input.scope), signal);
  }),
  summary: os.summary.handler(async ({ input, signal }) => {
    const { store, reading } = session();
    const query = { ...input, scope: store.storedScope(input.scope) };
    return await reading.ask('summary', query, signal);
  }),
  move: os.move.handler(({ input }) => {
    const change = session().store.moveThreats(input);
    if (!change) throw failure('RECORD_GONE', 'The component or a threat no longer exists.');
    applied(change);
  }),
  exportFile: os.exportFile.handler(({ input }) => session().exportRegister(input.csv)),
});
