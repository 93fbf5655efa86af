import { MessageChannelMain, utilityProcess, type UtilityProcess } from 'electron';
import { z } from 'zod';
import { credentials, type Credentials } from '#shared/api/auth.ts';
import type { Fetch } from './fetch.ts';
import { createPortFetch, type PortFetch } from './port-fetch.ts';
import type { StartMessage } from './start-message.ts';
import { ServiceDamaged } from './way.ts';

type Dependencies = {
  /** The bundled entry that runs `createService`. */
  entry: string;
  databasePath: string;
  log: (message: string, details: Record<string, unknown>) => void;
};

/** When its service is ready, who we are there and this start's token; or why it is not going to be. */
const firstMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), userId: z.string(), credentials }),
  z.object({ kind: z.literal('failed'), reason: z.string(), isDamaged: z.boolean() }),
]);

type Running = {
  child: UtilityProcess;
  portFetch: PortFetch;
  userId: string;
  credentials: Credentials;
};

const firstRestartMs = 500;
const longestRestartMs = 30_000;

/**
 * The service of "This computer", in a process of its own, reached by a message port: it opens no
 * network port, and its crash is not the app's. It starts again by itself; a request that was under
 * way fails like a lost connection, and the outbox sends it again.
 *
 * The API token is made anew at each start and replaces the last one, so no secret is ever stored.
 */
export const createEmbeddedService = ({ entry, databasePath, log }: Dependencies) => {
  let isStopping = false;
  let failures = 0;
  /** Ends the wait for the next start, where there is one. */
  let beginNow: (() => void) | null = null;
  let running: Promise<Running> = Promise.reject(new Error('The service was not started'));
  running.catch(() => undefined);

  const start = (): Promise<Running> =>
    new Promise((resolve, reject) => {
      const child = utilityProcess.fork(entry, [], { serviceName: 'Parapet service' });
      const { port1, port2 } = new MessageChannelMain();
      const portFetch = createPortFetch(port1);
      child.once('message', (message: unknown) => {
        const said = firstMessage.parse(message);
        if (said.kind === 'failed') {
          log('embedded service not ready', { reason: said.reason });
          return reject(
            said.isDamaged
              ? new ServiceDamaged(said.reason)
              : new Error(`The service on this computer cannot start: ${said.reason}`),
          );
        }
        log('embedded service ready', { pid: child.pid });
        failures = 0;
        resolve({ child, portFetch, userId: said.userId, credentials: said.credentials });
      });
      child.once('exit', (code) => {
        const lost = new Error(`The embedded service ended (${code})`);
        portFetch.fail(lost);
        reject(lost);
        if (!isStopping) restart(code);
      });
      const message: StartMessage = { kind: 'start', databasePath };
      child.postMessage(message, [port2]);
    });

  const restart = (code: number): void => {
    log('embedded service ended, starting it again', { code });
    const delayMs = Math.min(longestRestartMs, firstRestartMs * 2 ** failures);
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

  const fetch: Fetch = async (request) => await (await running).portFetch.fetch(request);

  return {
    start: (): void => {
      running = start();
      running.catch((error: unknown) => log('embedded service failed', { reason: String(error) }));
    },
    fetch,
    credentials: async (): Promise<Credentials> => (await running).credentials,
    userId: async (): Promise<string> => (await running).userId,
    databasePath,
    /** What kept it from starting is put right: it need not wait for its next attempt. */
    startNow: (): void => {
      failures = 0;
      beginNow?.();
    },
    stop: (): void => {
      isStopping = true;
      void running.then(
        ({ child }) => child.kill(),
        () => undefined,
      );
    },
  };
};
