import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { fuses, packageConfig } from './package-config.ts';

const source = {
  electronDist: '/electron',
  electronVersion: '1.2.3',
  output: '/out',
  icons: '/icons',
  updates: null,
};

test('the name of a package with the repack says that it is for development', () => {
  const repacked = packageConfig({ ...source, isOfficial: false });
  expect(repacked.artifactName).toContain('-development-');
  expect(repacked.electronDist).toBe('/electron');
  const official = packageConfig({ ...source, isOfficial: true });
  expect(official.artifactName).not.toContain('development');
  expect(official.electronDist).toBeUndefined();
});

test('nothing can turn the app into a plain Node, attach a debugger, or load other code', () => {
  const config = packageConfig({ ...source, isOfficial: true });
  expect(config.electronFuses).toEqual(fuses);
  expect(config.asar).toBe(true);
  expect(config.fileAssociations).toEqual([expect.objectContaining({ ext: 'otm' })]);
  expect(config.publish).toBeNull();
});

test('the app knows an address for updates only if the package is made with one', () => {
  const updates = 'https://downloads.example.com/parapet';
  const { publish } = packageConfig({ ...source, updates, isOfficial: true });
  expect(publish).toEqual({ provider: 'generic', url: updates });
});

test('the files that packages are made of exist', () => {
  const { mac } = packageConfig({ ...source, isOfficial: true });
  expect(existsSync(join(root, mac?.entitlements ?? 'missing'))).toBe(true);
  expect(readFileSync(join(root, 'build/packaging/icon.svg'), 'utf8')).toContain('<svg');
});
