import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A package that the app contains, with the name and the text of its license. */
export type Credit = { name: string; version: string; license: string; text: string };

const lockSchema = z.object({
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      license: z.string().default(''),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      devOptional: z.boolean().default(false),
    }),
  ),
});

const lockOf = (root: string) =>
  lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

/** Returns the name of a package at any depth: `@b/c` for `node_modules/a/node_modules/@b/c`. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

const licenseText = (folder: string): string => {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying|ofl)/iu.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
};

/** Returns all packages from which the app is built, including indirect dependencies. */
export const credits = (root: string): Credit[] => {
  const shipped = Object.entries(lockOf(root).packages).filter(
    ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
  );
  const found = new Map(
    shipped.map(([path, { version, license }]) => {
      const name = nameOf(path);
      const text = licenseText(join(root, path));
      return [`${name} ${version}`, { name, version, license, text }];
    }),
  );
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
};

const id = 'virtual:credits';

/** A Vite plugin that lets code in the window import the credits. */
export const creditsModule = (root: string) => ({
  name: 'credits',
  resolveId: (source: string): string | undefined => (source === id ? `\0${id}` : undefined),
  load: (source: string): string | undefined => {
    if (source !== `\0${id}`) return undefined;
    return `export const version = ${JSON.stringify(lockOf(root).version)};
export const credits = ${JSON.stringify(credits(root))};`;
  },
});
