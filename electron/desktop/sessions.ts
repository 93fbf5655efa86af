import { isDamage, storeFailure, type StoreFailure } from '../store/store-failure.ts';
import { failure } from './failure.ts';
import type { NewsPublisher } from './news.ts';
import type { Session } from './session.ts';

type Dependencies = {
  open: (id: string) => Session;
  firstId: string;
  news: NewsPublisher;
  log: (message: string, details: Record<string, unknown>) => void;
};

/** Of the connection that was chosen: its session, or why its store cannot be used. */
type Chosen = { id: string; session: Session | null; problem: StoreFailure | null };

/** One session is open at a time; whoever needs one asks for it anew. */
export const createSessions = ({ open, firstId, news, log }: Dependencies) => {
  const unusable = (id: string, error: unknown): Chosen => {
    const problem = storeFailure(error);
    log('store cannot be used', { id, kind: problem.kind, reason: problem.message });
    return { id, session: null, problem };
  };

  const chosen = (id: string): Chosen => {
    try {
      return { id, session: open(id), problem: null };
    } catch (error) {
      return unusable(id, error);
    }
  };

  let current = chosen(firstId);
  /** Settles when every session that was left has ended. */
  let closed: Promise<unknown> = Promise.resolve();

  const leave = ({ session }: Chosen): void => {
    const ended = session?.close().catch((error: unknown) => {
      log('session not closed', { reason: String(error) });
    });
    closed = Promise.all([closed, ended]);
  };

  /** The new one is there at once; the promise is of the end of the one that was left. */
  const enter = (id: string): Promise<void> => {
    const left = current;
    const entered = chosen(id);
    current = entered;
    if (entered.session) news.publish('syncStatus', entered.session.sync.status());
    leave(left);
    // Not before: of one store only one sync is to send.
    return closed.then(() => {
      if (current === entered) entered.session?.sync.start();
    });
  };

  return {
    id: (): string => current.id,
    /** Throws where the store of the connection cannot be used. */
    current: (): Session => {
      if (current.session) return current.session;
      throw failure('STORE_FAILED', current.problem?.message ?? '');
    },
    opened: (): Session | null => current.session,
    problem: (): StoreFailure | null => current.problem,
    enter,
    /** For when its details or its secret changed: nothing of the old ones is used any more. */
    renew: (id: string): void => {
      if (current.id === id) void enter(id);
    },
    /** Damage that is met when a part of the file is first read; tells whether it is news. */
    noteFailure: (error: unknown): boolean => {
      if (!current.session || !isDamage(error)) return false;
      const left = current;
      current = unusable(left.id, error);
      leave(left);
      return true;
    },
    /** Settles when the file of every session that was left is closed. */
    closed: async (): Promise<void> => void (await closed),
    close: (): void => void current.session?.close(),
  };
};

export type Sessions = ReturnType<typeof createSessions>;
