import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { credits } from './credits.ts';
import { root } from './root.ts';

test('the credits name every dependency and its license', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const found = credits(root);
  const names = new Set(found.map(({ name, version }) => `${name} ${version}`));
  for (const [name, version] of Object.entries(dependencies)) {
    expect(names).toContain(`${name} ${version}`);
  }
  expect(found.filter(({ license, text }) => license === '' && text === '')).toEqual([]);
  expect(found.find(({ name }) => name === '@xyflow/react')?.text).toContain('webkid GmbH');
  expect(found.map(({ name }) => name)).not.toContain('vitest');
});
