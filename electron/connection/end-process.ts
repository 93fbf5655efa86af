import { once, type EventEmitter } from 'node:events';

/**
 * Ends a process, even one that does not respond. Electron cannot end a process that is still starting,
 * so this function first waits until the process runs. A process has a `pid` only while it runs.
 */
export const endProcess = async (
  child: EventEmitter & { pid: number | undefined },
): Promise<void> => {
  const ended = once(child, 'exit');
  if (child.pid === undefined) await Promise.race([once(child, 'spawn'), ended]);
  if (child.pid === undefined) return;
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // The process has already ended by itself.
  }
  await ended;
};
