import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

const packageKinds = ['appimage', 'deb', 'rpm', 'nsis', 'mac'] as const;
export type PackageKind = (typeof packageKinds)[number];

/** The place from which this copy of the app gets its updates. */
export type UpdateSource = {
  host: string;
  /** The kind of installation, which decides how this copy is updated. */
  kind: PackageKind;
  /** The path of the packaged file that contains the address of the updates. */
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
 * Tells if updates from an address are safe. With http, only this computer is safe, because somebody on
 * a network could replace the update.
 */
export const isSafeAddress = (url: URL | null): url is URL =>
  url?.protocol === 'https:' ||
  (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname));

/**
 * Returns the source of updates. Returns `null` if this copy cannot update itself, because it was
 * unpacked from an archive or packaged without an address. If the app is not packaged, tests set the
 * path of the file with the address in an environment variable.
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
