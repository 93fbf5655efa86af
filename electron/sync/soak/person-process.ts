import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { bundledProgram } from '#service/testing/bundled-program.ts';
import type { Credentials } from '#shared/api/auth.ts';
import type { Chance } from '../simulation/chance.ts';
import { reportSchema, type Order, type PersonTask, type Report } from './person-task.ts';

type Dependencies = {
  who: string;
  /** The person's number. It determines the first digit of all words of the person. */
  index: number;
  folder: string;
  baseUrl: string;
  credentials: Credentials;
  plain: boolean;
  chance: Chance;
};

type Life = { child: ChildProcess; lines: Interface; closed: Promise<unknown> };

const program = join(import.meta.dirname, 'work-as-person.ts');

/**
 * Tells if a process had read its store before it was killed. `path` is the file of the process's diary.
 */
const hasBegun = (path: string): boolean =>
  existsSync(path) && readFileSync(path, 'utf8').includes('"type":"began"');

/** Creates a person. The person's process can be killed and started again on the same store. */
export const createPersonProcess = (dependencies: Dependencies) => {
  const { who, index, folder, chance } = dependencies;
  const storePath = join(folder, `${who}.db`);
  const errors = createWriteStream(join(folder, `${who}.stderr.txt`), { flags: 'a' });
  const diaries: string[] = [];
  const crashes: string[] = [];
  let life: Life | null = null;

  const start = async (): Promise<void> => {
    const number = diaries.length + 1;
    const diaryBefore = diaries.findLast(hasBegun) ?? null;
    const diaryPath = join(folder, `${who}-life-${number}.jsonl`);
    diaries.push(diaryPath);
    const task: PersonTask = {
      ...dependencies,
      seed: chance.below(2 ** 31),
      firstWord: (index + 1) * 1e9 + number * 1e5,
      storePath,
      diaryPath,
      diaryBefore,
    };
    const { path, env } = await bundledProgram(program);
    const child = spawn(process.execPath, [path, JSON.stringify(task)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env,
    });
    child.stderr.pipe(errors, { end: false });
    // Writing to a killed process is not a failure of the test, so the error is ignored.
    child.stdin.on('error', () => undefined);
    const closed = once(child, 'close');
    child.once('exit', (code, signal) => {
      if (life?.child === child) crashes.push(`${who} ended by itself: ${code ?? signal}`);
    });
    life = { child, lines: createInterface({ input: child.stdout }), closed };
  };

  const kill = async (): Promise<void> => {
    const ending = life;
    life = null;
    ending?.child.kill('SIGKILL');
    await ending?.closed;
  };

  const send = (order: Order): void => void life?.child.stdin?.write(`${JSON.stringify(order)}\n`);

  return {
    who,
    storePath,
    diaries,
    crashes,
    start,
    kill,
    ask: async (order: Order): Promise<Report> => {
      if (!life) throw new Error(`${who} is not there`);
      const line = once(life.lines, 'line');
      send(order);
      const [text] = await Promise.race([line, life.closed.then(() => ['null'])]);
      if (text === 'null') throw new Error(`${who} ended instead of an answer`);
      return reportSchema.parse(JSON.parse(String(text)));
    },
    /** Ends the process, which first closes its store as the app does. */
    end: async (): Promise<void> => {
      const ending = life;
      life = null;
      ending?.child.stdin?.write(`${JSON.stringify({ order: 'end' } satisfies Order)}\n`);
      await ending?.closed;
      errors.end();
    },
  };
};

export type PersonProcess = ReturnType<typeof createPersonProcess>;
