import type { MessagePort } from 'node:worker_threads';
import { onError, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import type { createDesktopRouter } from './router.ts';

type Dependencies = {
  router: ReturnType<typeof createDesktopRouter>;
  log: (message: string, details: Record<string, unknown>) => void;
};

/** Answers the calls of the window's page. Each page has its own port. */
export const createWindowPort = ({ router, log }: Dependencies) => {
  const handler = new RPCHandler(router, {
    clientInterceptors: [
      onError((error) => {
        if (!(error instanceof ORPCError)) log('procedure failed', { error: String(error) });
      }),
    ],
  });
  return {
    connect: (port: MessagePort): void => {
      handler.upgrade(port);
      port.start();
    },
  };
};
