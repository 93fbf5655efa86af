import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program in our place: it has the terminal, and a signal sent to us reaches it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} Its exit code; as in a shell, 128 and the number for a signal.
 */
export async function foreground(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: 'inherit' });

  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the program without us; twice would mean "at once, unsaved".
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);

  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
      });
    });
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}
