import type { MessagePort } from 'node:worker_threads';
import type { Fetch } from './fetch.ts';
import { requestToWire, responseFromWire, type ReadAhead, type WireResponse } from './port-wire.ts';

type Waiting = { resolve: (response: Response) => void; reject: (error: Error) => void };

export type PortFetch = {
  fetch: Fetch;
  readAhead: (file: ReadAhead['readAhead']) => void;
  /** Rejects all pending and all later requests, as a lost connection would. */
  fail: (error: Error) => void;
};

/** Creates a fetch that sends requests to the service through a message port. */
export const createPortFetch = (port: MessagePort): PortFetch => {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let failure: Error | null = null;

  port.on('message', (data: WireResponse) => {
    waiting.get(data.id)?.resolve(responseFromWire(data));
    waiting.delete(data.id);
  });

  return {
    fetch: async (request) => {
      lastId += 1;
      const wire = await requestToWire(lastId, request);
      return await new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting.set(wire.id, { resolve, reject });
        // The bytes are moved, because copying a large file takes long.
        port.postMessage(wire, wire.body ? [wire.body.buffer] : []);
      });
    },
    readAhead: (file) => port.postMessage({ readAhead: file } satisfies ReadAhead),
    fail: (error) => {
      failure = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
};
