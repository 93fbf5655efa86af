import type { Server, Socket } from 'node:net';
import { answerSocket } from '../answer-socket.ts';
import { Refusal } from '../protocol/refusal.ts';
import { addressGroup } from './address-group.ts';

type Options = {
  max: number;
  /**
   * Tells if an address is that of a trusted proxy. A proxy is not limited, because the connections of
   * all its clients come from its address.
   */
  isProxy: (address: string) => boolean;
};

/** Rejects connections above the limit for one address. */
export const limitConnections = (server: Server, { max, isProxy }: Options): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const group = addressGroup(remoteAddress);
    const count = (open.get(group) ?? 0) + 1;
    open.set(group, count);
    socket.once('close', () => {
      const left = (open.get(group) ?? 1) - 1;
      if (left > 0) open.set(group, left);
      else open.delete(group);
    });
    if (count > max) refuse(socket, max);
  });
};

const refuse = (socket: Socket, max: number): void => {
  const detail = `too many connections from your address: at most ${max}`;
  answerSocket(socket, new Refusal('rate_limited', detail, { headers: { 'retry-after': '1' } }));
};
