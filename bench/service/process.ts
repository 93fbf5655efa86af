import { fork } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const ready = z.object({ url: z.string() });
const memory = z.object({ heapMegabytes: z.number() });

export type ServerProcess = {
  url: string;
  /** Returns the size of the heap after a garbage collection. */
  heapMegabytes: () => Promise<number>;
  stop: () => Promise<void>;
};

/** Starts a server in its own process, so that the load generator does not slow down the server. */
export const startProcess = async (file: string, argument: string): Promise<ServerProcess> => {
  const child = fork(join(import.meta.dirname, file), [argument], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const nextMessage = async (): Promise<unknown> =>
    await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`${file} ended (${code})`)));
    });
  const { url } = ready.parse(await nextMessage());
  return {
    url,
    heapMegabytes: async () => {
      child.send('memory');
      return memory.parse(await nextMessage()).heapMegabytes;
    },
    stop: async () => {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await exit;
    },
  };
};
