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
 * connection. The session of the first connection is created when it is first asked for.
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

  let chosenNow: Chosen | null = null;
  const current = (): Chosen => (chosenNow ??= chosen(firstId));
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
    const left = current();
    const entered = chosen(id);
    chosenNow = entered;
    if (entered.session) {
      events.publish('syncStatus', entered.session.sync.status());
      events.publish('extensions', entered.session.extensions.state());
    }
    leave(left);
    // Waits for the previous session, because only one sync at a time may send from a store.
    return closed.then(() => {
      if (chosenNow === entered) entered.session?.sync.start();
    });
  };

  return {
    id: (): string => current().id,
    /** Throws if the store of the connection cannot be used. */
    current: (): Session => {
      const { session, problem } = current();
      if (session) return session;
      throw failure('STORE_FAILED', problem?.message ?? '');
    },
    opened: (): Session | null => current().session,
    problem: (): StoreFailure | null => current().problem,
    enter,
    /**
     * Reopens a connection after its details or secret changed, so that the old values are no
     * longer used.
     */
    renew: (id: string): void => {
      if (current().id === id) void enter(id);
    },
    /**
     * Records that the store is damaged, if damage is the reason for `error`. Returns true if the damage
     * was not known before. Damage may appear late, when the damaged part of the file is first read.
     */
    noteFailure: (error: unknown): boolean => {
      const left = current();
      if (!left.session || !isDamage(error)) return false;
      chosenNow = unusable(left.id, error);
      leave(left);
      return true;
    },
    /** Resolves when the store of every previous session is closed. */
    closed: async (): Promise<void> => void (await closed),
    close: (): void => void chosenNow?.session?.close(),
  };
};

export type Sessions = ReturnType<typeof createSessions>;
