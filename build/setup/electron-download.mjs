import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { captured } from './captured.mjs';
import { progress } from './progress.mjs';

/**
 * The longest times, in milliseconds, that the download may go without new data, before and after the
 * first byte. A host that has sent nothing by then is unreachable. A host that has sent something is
 * only slow, so it gets more time.
 */
const TIMEOUTS = { firstByte: 12_000, nextByte: 20_000 };

/**
 * Downloads Electron from its official source with Electron's own script, which supports mirrors and
 * proxies and compares checksums. The script has no timeout, so this function adds one.
 *
 * @param {string} root
 * @param {string} node
 * @returns {Promise<boolean>} Whether Electron is installed now.
 */
export async function downloadElectron(root, node) {
  // The script downloads into the folder for temporary files. The variables below give it a separate
  // folder, whose size shows the progress.
  const folder = join(root, '.cache', 'electron-download');
  const electron = join(root, 'node_modules', 'electron');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, ELECTRON_GET_NO_PROGRESS: '1' };
  delete env.ELECTRON_OVERRIDE_DIST_PATH;

  const { ok } = await progress('Downloading Electron', async (report) => {
    /** @type {NodeJS.Timeout | undefined} */
    let watch;
    const download = await captured(node, [join(electron, 'install.js')], {
      env,
      started: (child) => {
        watch = watchGrowth([folder, join(electron, 'dist')], report, () => child.kill());
      },
    });
    clearInterval(watch);
    return download;
  });
  rmSync(folder, { recursive: true, force: true });
  return ok;
}

/**
 * @param {readonly string[]} folders The folders for the archive and for its unpacked files.
 * @param {(news: string) => void} report
 * @param {() => void} giveUp Called when no data has arrived for too long.
 */
function watchGrowth(folders, report, giveUp) {
  const first = sizeOf(folders);
  let last = first;
  let lastChunkAt = performance.now();
  return setInterval(() => {
    const now = sizeOf(folders);
    if (now !== last) {
      last = now;
      lastChunkAt = performance.now();
      report(`${Math.round(now / 1e6)} MB`);
    }
    const timeout = last === first ? TIMEOUTS.firstByte : TIMEOUTS.nextByte;
    if (performance.now() - lastChunkAt > timeout) giveUp();
  }, 500);
}

/** @param {readonly string[]} folders */
function sizeOf(folders) {
  let bytes = 0;
  for (const folder of folders.filter((path) => existsSync(path))) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      if (stats?.isFile()) bytes += stats.size;
    }
  }
  return bytes;
}
