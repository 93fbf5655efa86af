import type { MessagePort } from 'node:worker_threads';
import type { MessageChannelMain, MessagePortMain, UtilityProcess } from 'electron';
import type { FromChild, ToChild } from './child-process.ts';
import { relay } from './relay.ts';

type Child = Pick<UtilityProcess, 'pid' | 'kill'> & {
  on(name: 'spawn', listener: () => void): unknown;
  on(name: 'message', listener: (message: unknown) => void): unknown;
  on(name: 'exit', listener: (code: number) => void): unknown;
  postMessage(message: unknown, transfer?: MessagePortMain[]): void;
};

/** Lets the desktop thread control a utility process, which only the main thread can start. */
export const serveChildProcess = (
  child: Child,
  control: MessagePort,
  createChannel: () => Pick<MessageChannelMain, 'port1' | 'port2'>,
): void => {
  const report = (event: FromChild): void => control.postMessage(event);
  child.on('spawn', () => report({ name: 'spawn', pid: child.pid }));
  child.on('message', (message) => report({ name: 'message', message }));
  child.on('exit', (code) => {
    report({ name: 'exit', code });
    control.close();
  });
  control.on('message', (order: ToChild) => {
    if (order.name === 'kill') return void child.kill();
    if (order.port === null) return child.postMessage(order.message);
    const { port1, port2 } = createChannel();
    relay(port1, order.port);
    child.postMessage(order.message, [port2]);
  });
};
