import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..', '..', '..');

type StartedProcess = {
  child: ChildProcess;
  /** The first line on standard output. Rejects if the process ends without printing a line. */
  firstLine: Promise<string>;
  /** Resolves when standard error contains `part`. */
  logged: (part: string) => Promise<void>;
  /** The complete output and the exit code. */
  ended: Promise<{ code: number | null; out: string; err: string }>;
};

type Start = { folder: string; env?: Record<string, string>; program?: string[] };

/** Starts the real command line in a separate process. */
export const startProcess = (
  words: string[],
  { folder, env = {}, program = ['service/cli.ts'] }: Start,
): StartedProcess => {
  const [script = '', ...before] = program;
  const args = ['--disable-warning=ExperimentalWarning', join(root, script), ...before, ...words];
  const { INIT_CWD: _, DATABASE_URL: __, ...inherited } = process.env;
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...inherited, ...env } });
  const out = text(child.stdout);
  const err = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]: (number | null)[]) => ({
    code: code ?? null,
    out: await out,
    err: await err,
  }));
  const written = async (stream: Readable, isEnough: (soFar: string) => boolean) =>
    await new Promise<string>((resolve, reject) => {
      let soFar = '';
      stream.on('data', (chunk: Buffer) => {
        soFar += chunk.toString();
        if (isEnough(soFar)) resolve(soFar);
      });
      ended.then(({ err: message }) => reject(new Error(message)), reject);
    });
  const firstLine = written(child.stdout, (soFar) => soFar.includes('\n')).then(
    (soFar) => soFar.split('\n')[0] ?? '',
  );
  // Handles the rejection, because some tests never await `firstLine`.
  firstLine.catch(() => undefined);
  return {
    child,
    firstLine,
    logged: async (part) => void (await written(child.stderr, (soFar) => soFar.includes(part))),
    ended,
  };
};
