import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, 'testing/add-a-field.ts');

/**
 * The program runs in a separate process, because it changes the table of fields, which all tests in one
 * process share.
 */
it('a field that only adds a row to the table is stored, synced, undone, and exported', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toBe('done\n');
});
