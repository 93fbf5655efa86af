import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { captured } from '../setup/captured.mjs';
import { progress } from '../setup/progress.mjs';
import {
  copyright,
  debianControl,
  desktopEntry,
  fileType,
  installFolder,
  linuxName,
  rpmSpec,
  type LinuxPackage,
} from './linux-package-texts.ts';
import { updateFile } from './update-feed.ts';

const tools = {
  deb: { program: 'dpkg-deb', hint: 'Debian and Ubuntu have it; Fedora: dnf install dpkg' },
  rpm: {
    program: 'rpmbuild',
    hint: 'Debian and Ubuntu: apt-get install rpm; Fedora: dnf install rpm-build',
  },
} as const;

/**
 * The kinds of packages that this script makes with programs of the system. electron-builder is not used
 * for them, because it would download fpm, which calls the same programs.
 */
export type LinuxKind = keyof typeof tools;
export const isLinuxKind = (word: string): word is LinuxKind => Object.hasOwn(tools, word);

const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Returns a sentence for each kind whose program is missing. */
export const missingTools = (kinds: readonly LinuxKind[], has = isInstalled): string[] =>
  kinds
    .map((kind) => ({ kind, ...tools[kind] }))
    .filter(({ program }) => !has(program))
    .map(({ kind, program, hint }) => `For ${kind}, ${program} is missing. ${hint}.`);

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeFileSync(path, text, { mode: 0o644 });
};

/** Copies the files of a package into `root`, in the folders that they have on an installed system. */
const stage = (root: string, unpacked: string, icons: string): void => {
  const at = (...parts: string[]): string => join(root, ...parts);
  cpSync(unpacked, at(installFolder), { recursive: true, verbatimSymlinks: true });
  chmodSync(at(installFolder), 0o755);
  // The setuid bit makes this program run as root. On systems where users may not create namespaces,
  // Chromium starts its sandbox with this program, which needs root for that.
  chmodSync(at(installFolder, 'chrome-sandbox'), 0o4755);
  mkdirSync(at('usr/bin'), { recursive: true });
  symlinkSync(`${installFolder}/${linuxName}`, at('usr/bin', linuxName));
  put(at('usr/share/applications', `${linuxName}.desktop`), desktopEntry);
  put(at('usr/share/mime/packages', `${linuxName}.xml`), fileType);
  put(at('usr/share/doc', linuxName, 'copyright'), copyright);
  for (const icon of readdirSync(icons)) {
    const size = basename(icon, '.png');
    const folder = at('usr/share/icons/hicolor', size, 'apps');
    mkdirSync(folder, { recursive: true });
    cpSync(join(icons, icon), join(folder, `${linuxName}.png`));
  }
};

const run = async (program: string, words: string[]): Promise<void> => {
  const { ok, end, output } = await captured(program, words);
  if (!ok) throw new Error(`${program} ${end}.\n${output}`);
};

const makers: Record<
  LinuxKind,
  (about: LinuxPackage, files: string, work: string, path: string) => Promise<void>
> = {
  deb: async (about, files, _work, path) => {
    put(join(files, 'DEBIAN/control'), debianControl(about));
    await run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', files, path]);
    rmSync(join(files, 'DEBIAN'), { recursive: true });
  },
  rpm: async (about, files, work, path) => {
    const spec = join(work, `${linuxName}.spec`);
    writeFileSync(spec, rpmSpec(about, files));
    const made = join(work, 'made');
    const defined = { _topdir: join(work, 'rpm'), _rpmdir: made, _rpmfilename: 'package.rpm' };
    const words = Object.entries(defined).flatMap(([key, value]) => [
      '--define',
      `${key} ${value}`,
    ]);
    await run('rpmbuild', ['-bb', ...words, spec]);
    cpSync(join(made, 'package.rpm'), path);
  },
};

type Source = Omit<LinuxPackage, 'installedSize'> & {
  /** The folder with the unpacked app, which electron-builder made. */
  unpacked: string;
  icons: string;
  /** The address of the folder with the latest packages, or `null` for an app without updates. */
  updates: string | null;
  /** Returns the path of the package of this kind. */
  pathOf: (kind: LinuxKind) => string;
};

/** Makes packages of the unpacked app and returns their paths. */
export const makeLinuxPackages = async (
  kinds: readonly LinuxKind[],
  { unpacked, icons, updates, pathOf, ...known }: Source,
): Promise<string[]> => {
  if (kinds.length === 0) return [];
  const work = mkdtempSync(join(tmpdir(), 'parapet-package-'));
  const before = process.umask(0o022);
  try {
    const files = join(work, 'files');
    stage(files, unpacked, icons);
    const about = { ...known, installedSize: Math.ceil(sizeOf(files) / 1024) };
    const paths: string[] = [];
    const resources = join(files, installFolder, 'resources');
    if (updates !== null) put(join(resources, 'app-update.yml'), updateFile(updates));
    for (const kind of kinds) {
      const path = pathOf(kind);
      // The app reads the kind of its package from this file, because an update must be of the same
      // kind.
      if (updates !== null) put(join(resources, 'package-type'), kind);
      await progress(`Making ${basename(path)}`, async () => {
        await makers[kind](about, files, work, path);
      });
      paths.push(path);
    }
    return paths;
  } finally {
    process.umask(before);
    rmSync(work, { recursive: true, force: true });
  }
};
