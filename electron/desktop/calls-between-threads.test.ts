import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callsBetweenThreads } from './calls-between-threads.ts';

type Main = {
  add: (a: number, b: number) => number;
  refuse: () => Promise<string>;
  wait: () => Promise<void>;
  take: (port: MessagePort) => void;
};
type Thread = { note: (word: string) => void };

let port1: MessagePort;
let port2: MessagePort;
let noted: string[];

beforeEach(() => {
  ({ port1, port2 } = new MessageChannel());
  noted = [];
});
afterEach(() => port1.close());

const connected = () => {
  const thread = callsBetweenThreads<Thread, Main>(port1, {
    add: (a, b) => a + b,
    refuse: async () => await Promise.reject(new Error('There is no window')),
    wait: async () => await new Promise(() => {}),
    take: (port) => port.postMessage('hello'),
  });
  const main = callsBetweenThreads<Main, Thread>(port2, { note: (word) => void noted.push(word) });
  return { main, thread };
};

it('returns the result of a function in the other thread, or throws its error', async () => {
  const { main } = connected();
  expect(await main.add(2, 3)).toBe(5);
  await expect(main.refuse()).rejects.toThrow('There is no window');
});

it('makes calls in their order, in both directions', async () => {
  const { main, thread } = connected();
  const words = ['opened', 'drawn', 'closed'];
  const calls = words.map(async (word) => await thread.note(word));
  expect(await main.add(1, 1)).toBe(2);
  await Promise.all(calls);
  expect(noted).toEqual(words);
});

it('moves a port to the other thread', async () => {
  const { main } = connected();
  const channel = new MessageChannel();
  const heard: unknown[] = [];
  channel.port1.on('message', (message: unknown) => heard.push(message));
  await main.take(channel.port2);
  await expect.poll(() => heard).toEqual(['hello']);
  channel.port1.close();
});

it('rejects calls without an answer when the other thread has ended', async () => {
  const { main } = connected();
  const call = main.wait();
  main.$close();
  await expect(call).rejects.toThrow('closed');
});
