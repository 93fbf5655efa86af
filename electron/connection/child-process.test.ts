import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { MessagePortMain } from 'electron';
import { afterEach, expect, it } from 'vitest';
import { forkThrough, type Program } from './child-process.ts';
import { endProcess } from './end-process.ts';
import { serveChildProcess } from './serve-child-process.ts';

const opened: MessagePort[] = [];
afterEach(() => {
  for (const port of opened.splice(0)) port.close();
});

/** Gives a port of Node the shape of a port of Electron, whose messages are events with `data`. */
class PortOfElectron extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    opened.push(port);
  }
  start(): void {
    this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
    this.#port.on('close', () => this.emit('close'));
  }
  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }
  close(): void {
    this.#port.close();
  }
}

const createChannel = (): { port1: MessagePortMain; port2: MessagePortMain } => {
  const { port1, port2 } = new MessageChannel();
  return { port1: new PortOfElectron(port1), port2: new PortOfElectron(port2) };
};

/** A process that records what it gets. */
class FakeProcess extends EventEmitter {
  pid: number | undefined;
  readonly got: unknown[] = [];
  readonly ports: MessagePortMain[] = [];
  isKilled = false;
  postMessage(message: unknown, ports: MessagePortMain[] = []): void {
    this.got.push(message);
    this.ports.push(...ports);
  }
  kill(): boolean {
    this.isKilled = true;
    return true;
  }
}

const program: Program = { entry: 'service.js', args: ['64'], serviceName: 'Service' };

const started = () => {
  const real = new FakeProcess();
  const asked: Program[] = [];
  const fork = forkThrough({
    start: async (wanted, control) => {
      asked.push(wanted);
      serveChildProcess(real, control, createChannel);
    },
    log: () => undefined,
  });
  return { real, asked, child: fork(program) };
};

it('starts a program, and knows its process while it runs', async () => {
  const { real, asked, child } = started();
  expect(asked).toEqual([program]);
  const codes: number[] = [];
  child.on('exit', (code) => codes.push(code));
  real.pid = 4711;
  real.emit('spawn');
  await expect.poll(() => child.pid).toBe(4711);
  real.emit('exit', 3);
  await expect.poll(() => codes).toEqual([3]);
  expect(child.pid).toBeUndefined();
});

it('ends once, and says why, if the program cannot be started', async () => {
  const logged: unknown[] = [];
  const fork = forkThrough({
    start: async () => await Promise.reject(new Error('There is no such file')),
    log: (...line) => logged.push(line),
  });
  const child = fork(program);
  const codes: number[] = [];
  child.on('exit', (code) => codes.push(code));
  child.postMessage({ kind: 'start' });
  await endProcess(child);
  child.kill();
  await nextTurn();
  expect(codes).toEqual([-1]);
  const details = { name: 'Service', reason: 'Error: There is no such file' };
  expect(logged).toEqual([['process not started', details]]);
});

it('exchanges messages with the process, in order, and kills it', async () => {
  const { real, child } = started();
  const heard: unknown[] = [];
  child.on('message', (message) => heard.push(message));
  child.postMessage({ kind: 'start' });
  child.postMessage(new Uint8Array([1, 2]));
  real.emit('message', { kind: 'ready' });
  await expect.poll(() => real.got).toEqual([{ kind: 'start' }, new Uint8Array([1, 2])]);
  await expect.poll(() => heard).toEqual([{ kind: 'ready' }]);
  expect(real.isKilled).toBe(false);
  child.kill();
  await expect.poll(() => real.isKilled).toBe(true);
});

it('gives the process a port, and closes it when the other end is closed', async () => {
  const { real, child } = started();
  const { port1, port2 } = new MessageChannel();
  const heard: unknown[] = [];
  port1.on('message', (message: unknown) => heard.push(message));
  child.postMessage({ kind: 'start' }, port2);
  await expect.poll(() => real.ports.length).toBe(1);
  const [port] = real.ports;
  const asked: unknown[] = [];
  let isOpen = true;
  port?.on('message', ({ data }) => {
    asked.push(data);
    port.postMessage('answer');
  });
  port?.on('close', () => (isOpen = false));
  port?.start();
  port1.postMessage('question');
  await expect.poll(() => heard).toEqual(['answer']);
  expect(asked).toEqual(['question']);
  port1.close();
  await expect.poll(() => isOpen).toBe(false);
});
