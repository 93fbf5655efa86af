import type { NewsPublisher } from './news.ts';
import type { Session } from './session.ts';

type Dependencies = {
  open: (id: string) => Session;
  firstId: string;
  news: NewsPublisher;
};

/** One session is open at a time; whoever needs one asks for it anew. */
export const createSessions = ({ open, firstId, news }: Dependencies) => {
  let current = open(firstId);
  /** Settles when every session that was left has ended. */
  let closed: Promise<unknown> = Promise.resolve();

  /** The new one is there at once; the promise is of the end of the one that was left. */
  const enter = (id: string): Promise<void> => {
    const left = current;
    const entered = open(id);
    current = entered;
    news.publish('syncStatus', entered.sync.status());
    closed = Promise.all([closed, left.close()]);
    // Not before: of one store only one sync is to send.
    return closed.then(() => {
      if (current === entered) entered.sync.start();
    });
  };

  return {
    current: (): Session => current,
    enter,
    /** For when its details or its secret changed: nothing of the old ones is used any more. */
    renew: (id: string): void => {
      if (current.id === id) void enter(id);
    },
    close: (): void => void current.close(),
  };
};

export type Sessions = ReturnType<typeof createSessions>;
