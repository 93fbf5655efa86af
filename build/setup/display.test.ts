import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const openDisplay = `
  import { openDisplay } from ${JSON.stringify(import.meta.resolve('./display.mjs'))};
  const { env } = await openDisplay();
  console.log(env.DISPLAY ?? 'the display that DISPLAY names');
  process.stdin.resume();`;

/** Opens a display in another process, as `npm start` does. */
const start = async (environment: Record<string, string>) => {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', openDisplay], {
    env: { ...inherited, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [display] = await once(createInterface({ input: child.stdout }), 'line');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { display: String(display), output: () => output, kill };
};

const hasXvfb = spawnSync('sh', ['-c', 'command -v Xvfb']).status === 0;

test.runIf(hasXvfb)(
  'a virtual display ends with the process that opened it, even if that is killed',
  async () => {
    const first = await start({});
    expect(first.display).toMatch(/^:\d+$/);
    const second = await start({ DISPLAY: first.display });
    expect(second.display).toBe('the display that DISPLAY names');
    await second.kill();
    await first.kill();
    await expect
      .poll(
        async () => {
          const third = await start({ DISPLAY: first.display });
          await third.kill();
          return third.output();
        },
        { timeout: 30_000 },
      )
      .toBe(`The display ${first.display}, which DISPLAY names, does not respond.\n`);
  },
);
