import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const documents = globSync(
  '{*.md,docs/*.md,{shared,service,cli,electron,renderer,e2e,bench,build}/**/*.md}',
  {
    cwd: root,
  },
);
const contributing = readFileSync(join(root, 'docs/contributing.md'), 'utf8');

test.each(documents)('every link of %s leads to a file', (document) => {
  const links = readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g);
  const broken = [...links]
    .map(([, link = '']) => link)
    .filter((link) => !existsSync(join(root, dirname(document), link)));
  expect(broken).toEqual([]);
});

test('every file that a recipe names exists, except for new ones', () => {
  const named = contributing.matchAll(
    /`((?:shared|service|cli|electron|renderer|e2e|bench|build)\/[\w./-]+)`(?! \(new)/g,
  );
  const paths = [...named].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every npm script that a recipe runs exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const run = [...contributing.matchAll(/npm run ([\w-]+)/g)].map(([, script = '']) => script);
  expect(run.length).toBeGreaterThan(2);
  expect(run.filter((script) => !(script in scripts))).toEqual([]);
});
