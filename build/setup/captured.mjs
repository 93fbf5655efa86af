import { spawn } from 'node:child_process';

/**
 * Runs a program without showing its output. Returns the output, so that the caller can show it if
 * the program fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   cwd?: string;
 *   env?: NodeJS.ProcessEnv;
 *   shell?: boolean;
 *   started?: (child: import('node:child_process').ChildProcess) => void;
 * }} [options]
 * @returns {Promise<{ ok: boolean; crashed: boolean; end: string; output: string }>} `ok` means an
 *   exit code of 0, and `crashed` means no exit code at all. `end` completes a sentence that begins
 *   with the program: “was ended by SIGKILL”.
 */
export async function captured(command, args, { started, ...options } = {}) {
  return await new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const endWithUs = () => child.kill();
    process.once('exit', endWithUs);

    let output = '';
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);

    /** @param {string} end */
    const finish = (end, ok = false, crashed = true) => {
      process.off('exit', endWithUs);
      resolve({ ok, crashed, end, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish('could not be started');
    });
    child.once('close', (code, signal) => {
      if (signal) finish(`was ended by ${signal}`);
      else finish(`ended with exit code ${code}`, code === 0, false);
    });
    started?.(child);
  });
}
