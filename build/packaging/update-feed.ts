import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

/** The folder for downloads in the person's cache. electron-builder uses the same name. */
const cacheFolder = 'parapet-updater';

/** Returns the file that tells a package where its updates are. */
export const updateFile = (address: string): string =>
  stringify({ provider: 'generic', url: address, updaterCacheDirName: cacheFolder });

/**
 * Returns the address of updates for a package, without a slash at its end, or `null`. Throws if it isn't
 * https, except for an address on this computer, which tests use.
 */
export const updateAddress = (wanted: string | undefined): string | null => {
  if (wanted === undefined || wanted === '') return null;
  const url = URL.parse(wanted);
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isHere)) {
    throw new Error(`PARAPET_UPDATES must be an https address, but is “${wanted}”.`);
  }
  return url.href.replace(/\/+$/, '');
};

const fileSchema = z.looseObject({ url: z.string() });
const listSchema = z.looseObject({ version: z.string(), files: z.array(fileSchema) });

/** Returns the name of the list that the packages for Linux look for. */
export const linuxList = (arch: string): string =>
  arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;

type Feed = {
  /** The list that electron-builder wrote, or '' if it made no package that belongs in one. */
  before: string;
  version: string;
  /** Paths of the packages. The list has only their names, because it is in the same folder. */
  packages: readonly string[];
};

/** Returns the list of the latest packages, including those that electron-builder did not make. */
export const withPackages = async ({ before, version, packages }: Feed): Promise<string> => {
  const found = before === '' ? null : listSchema.parse(parse(before));
  // The list may be that of an earlier version, whose packages must not be offered any more.
  const known = found?.version === version ? found : { files: [] };
  const added = await Promise.all(
    packages.map(async (path) => {
      const hash = createHash('sha512');
      await pipeline(createReadStream(path), hash);
      const { size } = await stat(path);
      return { url: basename(path), sha512: hash.digest('base64'), size };
    }),
  );
  const isAdded = ({ url }: { url: string }): boolean => added.some((each) => each.url === url);
  const files = [...known.files.filter((file) => !isAdded(file)), ...added];
  return stringify({ releaseDate: new Date().toISOString(), ...known, version, files });
};
