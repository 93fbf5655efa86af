import type { SaidChange } from '#shared/desktop/change.ts';
import { failure } from './failure.ts';
import type { Implementer } from './implementer.ts';
import type { Session } from './session.ts';

/** Implements the procedures of the register. */
export const registerRoutes = (
  os: Implementer['register'],
  session: () => Session,
  applied: (change: SaidChange) => void,
) => ({
  list: os.list.handler(({ input }) => session().store.register.list(input)),
  rows: os.rows.handler(({ input }) => session().store.register.rows(input.numbers)),
  values: os.values.handler(({ input }) => session().store.register.values(input.scope)),
  summary: os.summary.handler(({ input }) =>
    session().store.registerSummary(input.scope, input.today),
  ),
  move: os.move.handler(({ input }) => {
    const change = session().store.moveThreats(input);
    if (!change) throw failure('RECORD_GONE', 'The component or a threat no longer exists.');
    applied(change);
  }),
  exportFile: os.exportFile.handler(({ input }) => session().exportRegister(input.rows)),
});
