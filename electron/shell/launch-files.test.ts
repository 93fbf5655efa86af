import { expect, it } from 'vitest';
import { launchFiles } from './launch-files.ts';

it('finds the files that a command line names, from where it was typed', () => {
  const args = ['.', '--no-sandbox', '--flag=x.otm', 'model.otm', '/abs/shop.YAML', 'notes.txt'];
  expect(launchFiles(args, '/home/ann')).toEqual(['/home/ann/model.otm', '/abs/shop.YAML']);
});
