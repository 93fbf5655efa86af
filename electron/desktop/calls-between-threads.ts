import { MessagePort } from 'node:worker_threads';
import { createBirpc, type BirpcReturn } from 'birpc';

/** The part of a thread's port that this file uses. */
type Port = {
  on: (name: 'message', listener: (message: unknown) => void) => unknown;
  postMessage: (message: unknown, transfer: MessagePort[]) => void;
};

const portsIn = (message: unknown): MessagePort[] => {
  if (typeof message !== 'object' || message === null || !('a' in message)) return [];
  return Array.isArray(message.a) ? message.a.filter((each) => each instanceof MessagePort) : [];
};

/**
 * Offers functions to another thread, and returns the functions of that thread. Calls arrive in the order
 * in which they were made. Arguments and results are copied, but ports are moved. An error keeps its
 * message, but not its class and its code.
 */
export const callsBetweenThreads = <Theirs extends object, Ours extends object>(
  port: Port,
  ours: Ours,
): BirpcReturn<Theirs, Ours> =>
  createBirpc<Theirs, Ours>(ours, {
    // The library itself names the arguments of a call `a`.
    post: (message: unknown) => port.postMessage(message, portsIn(message)),
    on: (listener: (message: unknown) => void) => void port.on('message', listener),
    // A result that cannot be copied fails the call. Without this, the call would never end.
    onGeneralError: (_error, method) => method !== undefined,
    // A dialog may stay open for hours.
    timeout: -1,
  });
