import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, DIR_TARGET, Platform } from 'electron-builder';
import { missingTranslations } from '#shared/locales/missing-translations.ts';
import { buildApp } from './build-app.ts';
import { electronProgram } from './electron-command.ts';
import { makeIcons } from './packaging/make-icons.ts';
import { isLinuxKind, makeLinuxPackages, missingTools } from './packaging/make-linux-packages.ts';
import { fuses, packageConfig } from './packaging/package-config.ts';
import { readFuses } from './packaging/read-fuses.ts';
import { linuxList, updateAddress, withPackages } from './packaging/update-feed.ts';
import { root } from './root.ts';
import { repackFolder } from './setup/electron-repack.mjs';
import { progress } from './setup/progress.mjs';

const refusal = `This Electron is a third party’s repack, so the package is for development only and is not a release.
For a release, run this where Electron’s own download can be reached: delete .cache/ and
node_modules/electron/dist, then run npm run package again. See docs/packaging.md.`;

const words = process.argv.slice(2);
const isFolderOnly = words.includes('--dir');
const targets = words.filter((word) => !word.startsWith('-'));
const everything = targets.length === 0 && !isFolderOnly;
const linuxKinds =
  process.platform === 'linux' && !isFolderOnly
    ? (everything ? ['deb', 'rpm'] : targets).filter(isLinuxKind)
    : [];
/**
 * The kinds of packages that electron-builder makes. If the command names no kind, the list is empty,
 * and electron-builder makes every kind in its configuration.
 */
const otherKinds = targets.filter((word) => !(process.platform === 'linux' && isLinuxKind(word)));
const electronDist = dirname(electronProgram());
const isOfficial = electronDist !== repackFolder(root);
const output = join(root, 'out', isOfficial ? 'release' : 'development');

const sizeOf = (path: string): number => {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
};
const megabytes = (path: string): string => `${(sizeOf(path) / 1_000_000).toFixed(1)} MB`;

const electronVersion = (): string => {
  const file = join(electronDist, 'version');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '');
  return isOfficial ? versionIn('node_modules/electron') : '42.0.0';
};
const versionIn = (folder: string): string => {
  const known: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return known instanceof Object ? String(Reflect.get(known, 'version')) : '';
};

const unpackedFolder = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`;

/** The program file of each system, in the unpacked app that packages are made from. */
const programs = [
  `${unpackedFolder}/parapet`,
  'win-unpacked/Parapet.exe',
  'mac-universal/Parapet.app/Contents/MacOS/Parapet',
];

/** Adds packages to the list in which installed apps look for updates. */
const writeList = async (version: string, packages: readonly string[]): Promise<void> => {
  const path = join(output, linuxList(process.arch));
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  writeFileSync(path, await withPackages({ before, version, packages }));
  console.log(`Upload ${relative(root, path)} after the packages that it names.`);
};

/**
 * Tells if Electron's fuses, which are switches in the program file, are set as wanted. Prints the
 * fuses and the sizes of the app.
 */
const checkFuses = async (): Promise<boolean> => {
  const program = programs.map((path) => join(output, path)).find((path) => existsSync(path));
  if (program === undefined) return true;
  const read = await readFuses(program);
  const wrong = Object.entries(fuses).filter(([name, wanted]) => read[name] !== wanted);
  for (const [name, isOn] of Object.entries(read)) console.log(`${name}: ${isOn ? 'on' : 'off'}`);
  const asar = join(dirname(program), 'resources/app.asar');
  if (existsSync(asar)) {
    console.log(`app.asar: ${megabytes(asar)}`);
    console.log(`all: ${megabytes(dirname(program))}; Electron alone: ${megabytes(electronDist)}`);
  }
  for (const [name] of wrong) console.error(`The fuse ${name} is not set.`);
  return wrong.length === 0;
};

/** Returns a line for each language that lacks texts. */
const untranslatedTexts = async (): Promise<string> =>
  [...(await missingTranslations())]
    .map(([tag, keys]) => `Not translated yet to ${tag}: ${keys.join(', ')}`)
    .join('\n');

const run = async (updates: string | null): Promise<boolean> => {
  const texts = await untranslatedTexts();
  if (words.includes('--release') && (!isOfficial || texts !== '')) {
    if (!isOfficial) console.error(refusal);
    if (texts !== '') console.error(`${texts}\nA release needs them in shared/locales.`);
    return false;
  }
  if (texts !== '') console.log(texts);
  const missing = missingTools(linuxKinds);
  if (missing.length > 0) {
    for (const sentence of missing) console.error(sentence);
    return false;
  }
  const built = await progress('Building the app', buildApp);
  if (!built.ok) {
    console.error(built.output);
    return false;
  }
  const icons = join(root, 'out', 'icons');
  await makeIcons(icons);
  const chosen = everything || otherKinds.length > 0 ? otherKinds : DIR_TARGET;
  const made = await build({
    targets: Platform.current().createTarget(chosen),
    config: packageConfig({
      electronDist,
      electronVersion: electronVersion(),
      isOfficial,
      output,
      icons,
      updates,
    }),
    publish: 'never',
  });
  const version = versionIn('.');
  const kind = isOfficial ? '' : '-development';
  const linuxPackages = await makeLinuxPackages(linuxKinds, {
    version,
    arch: process.arch,
    unpacked: join(output, unpackedFolder),
    icons,
    updates,
    pathOf: (ext) => join(output, `parapet-${version}${kind}-linux-${process.arch}.${ext}`),
  });
  if (updates !== null && linuxPackages.length > 0) await writeList(version, linuxPackages);
  const sums = [...made, ...linuxPackages]
    .filter((path) => existsSync(path))
    .map((path) => {
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      console.log(`${relative(root, path)}: ${megabytes(path)}`);
      return `${hash}  ${relative(output, path)}\n`;
    });
  if (sums.length > 0) writeFileSync(join(output, 'SHA256SUMS'), sums.join(''));
  const areSet = await checkFuses();
  if (!isOfficial) console.log(refusal);
  return areSet;
};

try {
  process.exitCode = (await run(updateAddress(process.env.PARAPET_UPDATES))) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
