import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { endProcess } from './end-process.ts';

/** Returns a fake of Electron's process. It has no ID until it runs. */
const startSlowly = () => {
  const child = Object.assign(new EventEmitter(), { pid: undefined as number | undefined });
  const real = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  const signal = new Promise<string | null>((resolve) =>
    real.once('exit', (_code, by) => {
      child.pid = undefined;
      child.emit('exit', null);
      resolve(by);
    }),
  );
  const run = (): void => {
    child.pid = real.pid;
    child.emit('spawn');
  };
  return { child, run, signal };
};

it('ends a running process', async () => {
  const { child, run, signal } = startSlowly();
  run();
  await endProcess(child);
  expect(await signal).toBe('SIGKILL');
});

it('ends a process that is still being started', async () => {
  const { child, run, signal } = startSlowly();
  const ended = endProcess(child);
  await Promise.resolve();
  run();
  await ended;
  expect(await signal).toBe('SIGKILL');
});

it('resolves if a process ends before it runs, or has just ended', async () => {
  const never = Object.assign(new EventEmitter(), { pid: undefined });
  const ended = endProcess(never);
  never.emit('exit', 1);
  await expect(ended).resolves.toBeUndefined();

  // No process has an ID this high, so killing it fails, as for a process that has just ended.
  const exited = Object.assign(new EventEmitter(), { pid: 2 ** 30 });
  const endedAlready = endProcess(exited);
  exited.emit('exit', 1);
  await expect(endedAlready).resolves.toBeUndefined();
});
