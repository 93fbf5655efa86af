import type { RecordKind } from '#shared/desktop/records.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import { createRemoteLists, createRemoteRecords } from './endpoints.ts';
import type { Taking } from './incoming.ts';
import { PassFailed } from './pass-failure.ts';
import { createPull } from './pull.ts';
import { createPush, type Deletable, type Waiting } from './push.ts';
import { createTwinSearch } from './twin.ts';

type Dependencies = {
  store: Store;
  client: SyncClient;
  /** Ends all requests. */
  signal: AbortSignal;
  changed: (kinds: RecordKind[]) => void;
  /** Called with whatever the service has taken or refused. */
  heard: () => void;
  progress: (done: number, total: number) => void;
  /** Whether gestures are still being gathered: then nothing is sent between two pages. */
  isGathering: () => boolean;
};

type FullPass = {
  taking: Taking;
  /** Not where the service may be another than before. */
  sendsFirst: boolean;
  /** Called when all was read, whatever becomes of what is sent then. */
  hasRead: () => void;
};

/** What one pass does, from the first request to the last. Each rejects when something is left. */
export const createPasses = (dependencies: Dependencies) => {
  const { store, client, signal, changed, heard, progress, isGathering } = dependencies;
  const { outbox } = store;
  const remote = createRemoteRecords(client, signal);
  const lists = createRemoteLists(client, signal);
  const findTwin = createTwinSearch({ store, remote, lists });
  const push = createPush({ store, remote, findTwin, changed, heard });
  let isBreathing = false;
  let isGroundKnown = false;
  /** Not while the person settles what to do at a service that is another than before. */
  let isOurs = true;

  /** Rejects where nothing more can be sent; answers what keeps back one thing only. */
  const sendReady = async (deletable: Deletable | null): Promise<Waiting | null> => {
    const left = await push(deletable);
    if (left && left.kind !== 'later') throw new PassFailed(left);
    return left;
  };

  const sendAll = async (deletable: Deletable): Promise<void> => {
    const left = await sendReady(deletable);
    if (left) throw new PassFailed(left);
  };

  /** What changed in the meantime need not wait until a long reading is over. */
  const breathe = async (): Promise<void> => {
    if (isBreathing || !isOurs || isGathering() || !outbox.hasUnsent()) return;
    isBreathing = true;
    try {
      await sendReady(null);
    } finally {
      isBreathing = false;
    }
  };

  const readings = { store, changed, breathe, progress };
  const pull = createPull({ ...readings, remote, lists });

  /** Nothing is sent to a service that is not the one that is known here. */
  const recognise = async (): Promise<void> => {
    if (!isGroundKnown) await pull.assertGround();
    isGroundKnown = true;
  };

  const readRecent = async (openModel: string | null): Promise<Deletable> => {
    const upTo = outbox.newestSeq();
    return { upTo, contested: await pull.recent(openModel) };
  };

  return {
    /** Sends all that waits; what others changed is looked at only where something is deleted. */
    send: async (openModel: string | null): Promise<void> => {
      await recognise();
      const upTo = outbox.newestSeq();
      if (!outbox.hasDeletesOfMuch()) return await sendAll({ upTo, contested: new Map() });
      await sendReady(null);
      await sendAll(await readRecent(openModel));
    },

    /** Sends, and fetches what changed lately. */
    recent: async (openModel: string | null): Promise<void> => {
      await recognise();
      await sendReady(null);
      await sendAll(await readRecent(openModel));
    },

    /** Sends, then fetches everything; whether the service is the one it was before is asked anew. */
    full: async ({ taking, sendsFirst, hasRead }: FullPass): Promise<void> => {
      isGroundKnown = taking !== 'merge';
      await recognise();
      if (sendsFirst) await sendReady(null);
      isOurs = sendsFirst;
      const upTo = outbox.newestSeq();
      const contested = await pull.full(taking);
      isOurs = true;
      hasRead();
      await sendAll({ upTo, contested });
    },

    /** What is needed to open a model, for as long as somebody wants to. */
    model: async (id: string, wanted?: AbortSignal): Promise<void> => {
      const until = AbortSignal.any([signal, ...(wanted ? [wanted] : [])]);
      const remoteThen = createRemoteRecords(client, until);
      const listsThen = createRemoteLists(client, until);
      await createPull({ ...readings, remote: remoteThen, lists: listsThen }).model(id);
    },
  };
};
