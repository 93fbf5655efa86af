import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

/** The name of the download folder in the user's cache. electron-builder uses the same name. */
const cacheFolder = 'parapet-updater';

/** Returns the content of the file from which an installed app reads the address of its updates. */
export const updateFile = (address: string): string =>
  stringify({ provider: 'generic', url: address, updaterCacheDirName: cacheFolder });

/**
 * Returns the address of updates without a slash at its end, or `null` if the package gets no updates.
 * Throws if the address does not begin with https:. For tests, an http: address of this computer is
 * valid too.
 */
export const updateAddress = (wanted: string | undefined): string | null => {
  if (wanted === undefined || wanted === '') return null;
  const url = URL.parse(wanted);
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isLocal)) {
    throw new Error(`PARAPET_UPDATES must be an https address, but is “${wanted}”.`);
  }
  return url.href.replace(/\/+$/, '');
};

const fileSchema = z.looseObject({ url: z.string() });
const listSchema = z.looseObject({ version: z.string(), files: z.array(fileSchema) });

/** Returns the file name of the update list for Linux packages. */
export const linuxList = (arch: string): string =>
  arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;

type Feed = {
  /** The list that electron-builder wrote, or '' if it wrote none. */
  before: string;
  version: string;
  /**
   * The paths of the packages. The list contains only their file names, because it is in the same folder
   * as the packages.
   */
  packages: readonly string[];
};

/**
 * Returns the list of the latest packages: those that electron-builder listed in `before`, and
 * `packages`.
 */
export const withPackages = async ({ before, version, packages }: Feed): Promise<string> => {
  const found = before === '' ? null : listSchema.parse(parse(before));
  // Drops the list of an earlier version, so that the packages in that list are not offered to apps.
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
