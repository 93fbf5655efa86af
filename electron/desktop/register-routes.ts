import type { Implementer } from './implementer.ts';
import type { Session } from './session.ts';

/** Implements the procedures of the register. */
export const registerRoutes = (os: Implementer['register'], session: () => Session) => ({
  list: os.list.handler(({ input }) => session().store.register.list(input)),
  rows: os.rows.handler(({ input }) => session().store.register.rows(input.numbers)),
  values: os.values.handler(({ input }) => session().store.register.values(input.scope)),
  exportFile: os.exportFile.handler(({ input }) => session().exportRegister(input.rows)),
});
