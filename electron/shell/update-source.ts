import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

const packageKinds = ['appimage', 'deb', 'rpm', 'nsis', 'mac'] as const;
export type PackageKind = (typeof packageKinds)[number];

/** Where this copy of the app gets its updates. */
export type UpdateSource = {
  host: string;
  /** The kind of installation, which decides how this copy is updated. */
  kind: PackageKind;
  /** The path of the file in the package that has the address of the updates. */
  path: string;
};

const textAt = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const kindOfPackage = (): PackageKind | null => {
  if (process.platform === 'win32') return 'nsis';
  if (process.platform === 'darwin') return 'mac';
  const written = textAt(join(process.resourcesPath, 'package-type')).trim();
  const kind = packageKinds.find((known) => known === written);
  return kind ?? (process.env['APPIMAGE'] === undefined ? null : 'appimage');
};

/**
 * With http, only this computer is allowed as a source: on any other connection, somebody could replace the
 * update.
 */
export const isSafeAddress = (url: URL | null): url is URL =>
  url?.protocol === 'https:' ||
  (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname));

/**
 * Returns where updates come from, or `null` if this copy cannot update itself: it was unpacked from
 * an archive, or packaged without an address. Only an app that is not packaged takes the file's path
 * from the environment, for tests.
 */
export const updateSource = (): UpdateSource | null => {
  const path = app.isPackaged
    ? join(process.resourcesPath, 'app-update.yml')
    : process.env['PARAPET_UPDATE_FILE'];
  const kind = kindOfPackage();
  if (path === undefined || kind === null) return null;
  const [, address = ''] = /^url: *["']?([^"'\s]+)/m.exec(textAt(path)) ?? [];
  const url = URL.parse(address);
  return isSafeAddress(url) ? { host: url.host, kind, path } : null;
};
