import { implement } from '@orpc/server';
import { desktop } from '#shared/desktop/contract.ts';
import type { Session } from './session.ts';

type Dependencies = {
  session: () => Session;
  /**
   * Returns the response of the service. If the request fails, throws a failure with a code that the
   * window knows.
   */
  served: <Value>(answer: Promise<Value>) => Promise<Value>;
};

const os = implement(desktop.people);

/** Implements the part of the desktop contract about people, teams, and access. */
export const peopleRoutes = ({ session, served }: Dependencies) =>
  os.router({
    me: os.me.handler(() => ({ name: session().people.me() })),
    list: os.list.handler(() => served(session().administration.list())),
    change: os.change.handler(({ input }) => served(session().administration.change(input))),
    remove: os.remove.handler(({ input: { id, recipientId } }) =>
      served(session().administration.remove(id, recipientId)),
    ),
    scopeCatalog: os.scopeCatalog.handler(() => served(session().administration.scopeCatalog())),
    teams: os.teams.handler(() => served(session().administration.teams())),
    saveTeam: os.saveTeam.handler(({ input: { id, title, memberIds } }) =>
      served(session().administration.saveTeam(id, title, memberIds)),
    ),
    removeTeam: os.removeTeam.handler(({ input }) =>
      served(session().administration.removeTeam(input.id)),
    ),
    access: os.access.handler(({ input }) =>
      served(session().administration.access(input.collectionId)),
    ),
    changeAccess: os.changeAccess.handler(({ input }) =>
      served(session().administration.changeAccess(input)),
    ),
  });
