import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startProcess } from './testing/started-process.ts';
import { startCommandLine, type TestCommandLine } from './testing/test-command-line.ts';

let cli: TestCommandLine;
let started: ReturnType<typeof startProcess>[];
beforeEach(async () => {
  cli = await startCommandLine();
  started = [];
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(async ({ ended }) => await ended));
  await cli.stop();
});

const serve = (location: string) => {
  const words = ['serve', '--port', '0', '--drain', '0', '--database', location];
  const process = startProcess(words, { folder: cli.folder });
  started.push(process);
  return process;
};

test('a second service does not start on the same file, whatever name is used for it', async () => {
  const first = serve(cli.location);
  await first.firstLine;
  const link = join(cli.folder, 'link.db');
  symlinkSync(cli.location, link);
  const refusals = await Promise.all([serve(cli.location).ended, serve(link).ended]);
  expect(refusals).toEqual(
    [cli.location, link].map((location) => ({
      code: 1,
      out: '',
      err: `another process already serves the database ${location}\n`,
    })),
  );
  expect((await cli.run('user', 'list')).code).toBe(0);

  // The operating system releases the lock of a killed process, so another service can start.
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await serve(cli.location).firstLine).toContain('listening on');
});
