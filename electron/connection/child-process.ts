import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** The program of a process: the path of its script, its arguments, and its name in the task manager. */
export type Program = { entry: string; args: string[]; serviceName: string };

/** An order of the desktop thread. The process gets `port` together with `message`. */
export type ToChild =
  | { name: 'post'; message: unknown; port: MessagePort | null }
  | { name: 'kill' };

/** A report of the main thread about a process. */
export type FromChild =
  | { name: 'spawn'; pid: number | undefined }
  | { name: 'message'; message: unknown }
  | { name: 'exit'; code: number };

type Events = { spawn: []; message: [unknown]; exit: [code: number] };

/** The exit code of a process that could not be started. */
const notStarted = -1;

/** A utility process of Electron, as the desktop thread sees it. */
export class ChildProcess extends EventEmitter<Events> {
  /** The process ID while the process runs. */
  pid: number | undefined;
  readonly #control: MessagePort;

  constructor(control: MessagePort) {
    super();
    this.#control = control;
    let exitCode = notStarted;
    control.on('message', (event: FromChild) => {
      if (event.name === 'message') this.emit('message', event.message);
      else if (event.name === 'exit') exitCode = event.code;
      else {
        this.pid = event.pid;
        this.emit('spawn');
      }
    });
    // The port closes after the report of the exit, or without one if the process was not started.
    control.once('close', () => {
      this.pid = undefined;
      this.emit('exit', exitCode);
    });
  }

  postMessage(message: unknown, port: MessagePort | null = null): void {
    const posted: ToChild = { name: 'post', message, port };
    this.#control.postMessage(posted, port ? [port] : []);
  }

  kill(): void {
    this.#control.postMessage({ name: 'kill' } satisfies ToChild);
  }
}

export type Fork = (program: Program) => ChildProcess;

type Dependencies = {
  start: (program: Program, control: MessagePort) => Promise<void>;
  log: (message: string, details: Record<string, unknown>) => void;
};

/**
 * Returns a function that starts a utility process. Only the main thread can start one, so `start` asks
 * it to do so. Orders and reports then go through the port (`serve-child-process.ts`).
 */
export const forkThrough =
  ({ start, log }: Dependencies): Fork =>
  (program) => {
    const { port1, port2 } = new MessageChannel();
    const child = new ChildProcess(port1);
    start(program, port2).catch((error: unknown) => {
      log('process not started', { name: program.serviceName, reason: String(error) });
      port1.close();
    });
    return child;
  };
