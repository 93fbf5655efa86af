import { once, type EventEmitter } from 'node:events';

/**
 * Ends a process, also one that does not respond. One that is being started is ended when it runs:
 * Electron cannot end it before, and would leave it behind. It has no `pid` before and after it runs.
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
    // It has just ended by itself.
  }
  await ended;
};
