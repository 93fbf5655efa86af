import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { electronBinary } from './electron-binary.mjs';
import { downloadElectron } from './electron-download.mjs';
import { fetchRepack, repackFits, repackFolder } from './electron-repack.mjs';
import { SetupProblem } from './setup-problem.mjs';

/**
 * Finds Electron's program or downloads it.
 *
 * @param {string} root
 * @param {string} node The Node that runs Electron's own download script.
 * @returns {Promise<string>} The dist folder, for ELECTRON_OVERRIDE_DIST_PATH.
 */
export async function electronRuntime(root, node) {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (chosen && electronBinary(chosen)) return chosen;
  if (chosen)
    console.log(`ELECTRON_OVERRIDE_DIST_PATH is ignored: there is no Electron in ${chosen}.`);

  const official = officialFolder(root);
  if (official) return official;

  const repack = repackFolder(root);
  if (!electronBinary(repack)) {
    const downloaded = (await downloadElectron(root, node)) && officialFolder(root);
    if (downloaded) return downloaded;
    if (!repackFits) throw new SetupProblem(UNREACHABLE);
    await fetchRepack(root);
  }
  console.log(ANNOUNCEMENT);
  return repack;
}

/** @param {string} root */
function officialFolder(root) {
  const electron = join(root, 'node_modules', 'electron');
  const dist = join(electron, 'dist');
  // Electron's script writes path.txt last. Without path.txt, the folder may be only partly unpacked.
  return existsSync(join(electron, 'path.txt')) && electronBinary(dist) ? dist : undefined;
}

const UNREACHABLE =
  'Electron could not be downloaded. `node node_modules/electron/install.js` shows why; behind a ' +
  'proxy, ELECTRON_GET_USE_PROXY=1 and HTTPS_PROXY help, and ELECTRON_MIRROR names another host.';

const ANNOUNCEMENT =
  "Electron's own download cannot be reached: using a third party's repack of Electron 42, for " +
  'development and tests only (delete .cache/ to try the download again).';
