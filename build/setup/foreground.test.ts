import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { foreground } from './foreground.mjs';

const noise =
  '[10143:1122/125143.656917:ERROR:dbus/bus.cc:405] Failed to connect to the bus: Failed to connect';

/** Runs a script through `foreground` in another process, as `npm start` does. */
const runInForeground = (script: string) => {
  const code = `
    import { foreground } from ${JSON.stringify(import.meta.resolve('./foreground.mjs'))};
    import { isChromiumNoise } from ${JSON.stringify(import.meta.resolve('../electron-command.ts'))};
    const options = { isNoise: isChromiumNoise };
    process.exitCode = await foreground(process.execPath, ['--eval', ${JSON.stringify(script)}], options);`;
  const words = ['--input-type=module', '--eval', code];
  return spawnSync(process.execPath, words, { encoding: 'utf8' });
};

test('lines about a missing D-Bus are left out, and all others are shown', () => {
  const lines = [noise, 'Error: the disk is full', noise, '[1:2/3.4:ERROR:net/x.cc:1] lost'];
  const { stderr, status } = runInForeground(
    `console.error(${JSON.stringify(lines.join('\n'))}); process.stderr.write('no newline'); process.exitCode = 3`,
  );
  expect(stderr.trim().split('\n')).toEqual([lines[1], lines[3], 'no newline']);
  expect(status).toBe(3);
});

test('the program ends even if a process that it started keeps running', () => {
  const { status, stdout } = runInForeground(`
    const { spawn } = require('node:child_process');
    const words = ['--eval', 'setTimeout(() => {}, 60_000)'];
    const child = spawn(process.execPath, words, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
    child.unref();
    console.log(child.pid);
    process.exitCode = 7`);
  process.kill(Number(stdout));
  expect(status).toBe(7);
});

test('a signal becomes the exit code that a shell would give', async () => {
  const words = ['--eval', 'process.kill(process.pid, "SIGKILL")'];
  expect(await foreground(process.execPath, words, { isNoise: () => false })).toBe(137);
});
