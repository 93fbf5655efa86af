import { expect, it } from 'vitest';
import { launchFiles } from './launch-files.ts';

it('finds the files named on a command line, relative to its folder', () => {
  const args = ['.', '--no-sandbox', '--flag=x.otm', 'model.otm', '/abs/shop.YAML', 'notes.txt'];
  expect(launchFiles(args, '/home/ann')).toEqual(['/home/ann/model.otm', '/abs/shop.YAML']);
});
