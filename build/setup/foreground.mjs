import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

/**
 * The longest time, in milliseconds, to read the last lines of a program after it has ended. There is a
 * limit, because a child process may outlive the program and keep its standard error open.
 */
const LAST_LINES_MS = 1000;

/**
 * Runs a program in the foreground: the program uses the terminal, and this process forwards the
 * signals that it receives to the program.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   cwd?: string;
 *   env?: NodeJS.ProcessEnv;
 *   isNoise?: (line: string) => boolean;
 * }} [options] `isNoise`
 *   tells if a line of standard error is hidden.
 * @returns {Promise<number>} The exit code of the program. If a signal ended the program, this is 128
 *   plus the number of the signal, as in a shell.
 */
export async function foreground(command, args, { isNoise, ...options } = {}) {
  const stderr = isNoise ? 'pipe' : 'inherit';
  const child = spawn(command, args, { ...options, stdio: ['inherit', 'inherit', stderr] });
  if (child.stderr && isNoise) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (!isNoise(line)) process.stderr.write(`${line}\n`);
    });
    child.once('exit', () => setTimeout(() => child.stderr?.destroy(), LAST_LINES_MS).unref());
  }

  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // In a terminal, Ctrl-C reaches the program directly. A forwarded signal would be the second one,
    // which means “quit without saving”.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);

  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
      });
    });
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}
