import { MessageChannel } from 'node:worker_threads';
import { z } from 'zod';
import { credentials, type Credentials } from '#shared/api/auth.ts';
import type { ChildProcess, Fork } from './child-process.ts';
import type { Fetch } from './fetch.ts';
import { createPortFetch, type PortFetch } from './port-fetch.ts';
import type { ReadAhead } from './port-wire.ts';
import { ServiceDamaged } from './service-connection.ts';
import type { StartMessage } from './start-message.ts';

type Dependencies = {
  fork: Fork;
  /** The path of the bundled script that runs `createService`. */
  entry: string;
  databasePath: string;
  log: (message: string, details: Record<string, unknown>) => void;
};

/**
 * The first message from the process. If the service is ready, the message has our user ID and the API
 * token of this process. Otherwise it has the reason why the service could not start.
 */
const firstMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), userId: z.string(), credentials }),
  z.object({ kind: z.literal('failed'), reason: z.string(), isDamaged: z.boolean() }),
]);

type Running = {
  portFetch: PortFetch;
  userId: string;
  credentials: Credentials;
};

const firstRestartMs = 500;
const maxRestartMs = 30_000;

/**
 * Runs the service of "This computer" in its own process, so that a crash of the service does not end
 * the app. Requests go through a message port, so no network port is open.
 *
 * After each failure, the process restarts after a longer delay. A request restarts it at once. Requests
 * in progress fail as if the connection was lost, and sync sends them again.
 *
 * Each process creates a new API token and revokes the token of the previous process. So the app does
 * not have to store a token.
 */
export const createEmbeddedService = ({ fork, entry, databasePath, log }: Dependencies) => {
  let isStopping = false;
  let failures = 0;
  /** Restarts the process before its delay has passed; `null` if no restart is pending. */
  let beginNow: (() => void) | null = null;
  /** The process that is starting or running. `ended` resolves when it has ended. */
  let current: { child: ChildProcess; ended: Promise<void> } | null = null;
  let running: Promise<Running> = Promise.reject(new Error('The service was not started'));
  running.catch(() => undefined);

  const start = (): Promise<Running> =>
    new Promise((resolve, reject) => {
      const child = fork({ entry, args: [], serviceName: 'Parapet service' });
      const ended = Promise.withResolvers<void>();
      current = { child, ended: ended.promise };
      const { port1, port2 } = new MessageChannel();
      const portFetch = createPortFetch(port1);
      child.once('message', (message) => {
        const outcome = firstMessage.parse(message);
        if (outcome.kind === 'failed') {
          log('embedded service not ready', { reason: outcome.reason });
          return reject(
            outcome.isDamaged
              ? new ServiceDamaged(outcome.reason)
              : new Error(`The service on this computer cannot start: ${outcome.reason}`),
          );
        }
        log('embedded service ready', { pid: child.pid });
        failures = 0;
        resolve({ portFetch, userId: outcome.userId, credentials: outcome.credentials });
      });
      child.once('exit', (code) => {
        const lost = new Error(`The embedded service ended (${code})`);
        portFetch.fail(lost);
        reject(lost);
        current = null;
        if (!isStopping) restart(code);
        ended.resolve();
      });
      const message: StartMessage = { kind: 'start', databasePath };
      child.postMessage(message, port2);
    });

  const restart = (code: number): void => {
    log('embedded service ended, starting it again', { code });
    const delayMs = Math.min(maxRestartMs, firstRestartMs * 2 ** failures);
    failures += 1;
    running = new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        beginNow = null;
        void start().then(resolve, reject);
      };
      const timer = setTimeout(begin, delayMs);
      beginNow = begin;
    });
    running.catch(() => undefined);
  };

  const ready = (): Promise<Running> => {
    beginNow?.();
    return running;
  };

  const fetch: Fetch = async (request) => await (await ready()).portFetch.fetch(request);

  return {
    start: (): void => {
      running = start();
      running.catch((error: unknown) => log('embedded service failed', { reason: String(error) }));
    },
    fetch,
    credentials: async (): Promise<Credentials> => (await ready()).credentials,
    userId: async (): Promise<string> => (await ready()).userId,
    /** See `ServiceConnection`. A service that does not run is not started for this. */
    readAhead: (file: ReadAhead['readAhead']): void => {
      running.then(
        ({ portFetch }) => portFetch.readAhead(file),
        () => undefined,
      );
    },
    databasePath,
    /**
     * Ends the process, so that the database can be replaced. The process restarts with the next request
     * or after a delay.
     */
    pause: async (): Promise<void> => {
      current?.child.kill();
      await current?.ended;
      failures = 0;
    },
    stop: (): void => {
      isStopping = true;
      current?.child.kill();
    },
  };
};
