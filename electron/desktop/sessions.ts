import { isDamage, storeFailure, type StoreFailure } from '../store/store-failure.ts';
import type { AppEventPublisher } from './app-events.ts';
import { failure } from './failure.ts';
import type { Session } from './session.ts';

type Dependencies = {
  open: (id: string) => Session;
  firstId: string;
  events: AppEventPublisher;
  log: (message: string, details: Record<string, unknown>) => void;
};

/** The chosen connection with its session, or with the reason why its store cannot be used. */
type Chosen = { id: string; session: Session | null; problem: StoreFailure | null };

/**
 * Manages the open session. Callers ask for it each time, because the person can open another
 * connection.
 */
export const createSessions = ({ open, firstId, events, log }: Dependencies) => {
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
  /** Resolves when every previous session has ended. */
  let closed: Promise<unknown> = Promise.resolve();

  const leave = ({ session }: Chosen): void => {
    const ended = session?.close().catch((error: unknown) => {
      log('session not closed', { reason: String(error) });
    });
    closed = Promise.all([closed, ended]);
  };

  /** Opens a new session at once. The promise resolves when the previous session has ended. */
  const enter = (id: string): Promise<void> => {
    const left = current;
    const entered = chosen(id);
    current = entered;
    if (entered.session) {
      events.publish('syncStatus', entered.session.sync.status());
      events.publish('extensions', entered.session.extensions.state());
    }
    leave(left);
    // Waits for the previous session, because only one sync at a time may send from a store.
    return closed.then(() => {
      if (current === entered) entered.session?.sync.start();
    });
  };

  return {
    id: (): string => current.id,
    /** Throws if the store of the connection cannot be used. */
    current: (): Session => {
      if (current.session) return current.session;
      throw failure('STORE_FAILED', current.problem?.message ?? '');
    },
    opened: (): Session | null => current.session,
    problem: (): StoreFailure | null => current.problem,
    enter,
    /**
     * Reopens a connection after its details or secret changed, so that the old values are no
     * longer used.
     */
    renew: (id: string): void => {
      if (current.id === id) void enter(id);
    },
    /**
     * Records that the store is damaged, if damage is the reason for `error`. Returns true if the damage
     * was not known before. Damage may appear late, when the damaged part of the file is first read.
     */
    noteFailure: (error: unknown): boolean => {
      if (!current.session || !isDamage(error)) return false;
      const left = current;
      current = unusable(left.id, error);
      leave(left);
      return true;
    },
    /** Resolves when the store of every previous session is closed. */
    closed: async (): Promise<void> => void (await closed),
    close: (): void => void current.session?.close(),
  };
};

export type Sessions = ReturnType<typeof createSessions>;
