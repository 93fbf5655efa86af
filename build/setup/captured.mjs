import { spawn } from 'node:child_process';

/**
 * Runs a program out of sight and keeps what it printed, for the case that it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   cwd?: string;
 *   env?: NodeJS.ProcessEnv;
 *   shell?: boolean;
 *   started?: (child: import('node:child_process').ChildProcess) => void;
 * }} [options]
 * @returns {Promise<{ ok: boolean; output: string }>} A program that cannot be started is not ok.
 */
export async function captured(command, args, { started, ...options } = {}) {
  return await new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const endWithUs = () => child.kill();
    process.once('exit', endWithUs);

    let output = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);

    /** @param {boolean} ok */
    const end = (ok) => {
      process.off('exit', endWithUs);
      resolve({ ok, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
    started?.(child);
  });
}
