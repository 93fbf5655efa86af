import { once, type EventEmitter } from 'node:events';

/**
 * Ends a process, even one that does not respond. If the process is still being started, ends it once it
 * runs: Electron cannot end it earlier. A process has no `pid` before and after it runs.
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
