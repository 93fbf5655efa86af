import { statfsSync } from 'node:fs';
import { inspect } from 'node:util';

const MIB = 2 ** 20;
/**
 * With less free space than this, a failed step has most likely failed because the disk is full.
 */
const LITTLE = 100 * MIB;
/** Space for packages, Electron, and the built app. */
const NEEDED = 1500 * MIB;

/**
 * Explains that the disk is full, if that is why a step of the set-up failed.
 *
 * @param {string} root
 * @param {unknown} error
 * @returns {string | undefined} Instructions in two sentences.
 */
export function fullDisk(root, error) {
  const { bavail, bsize } = statfsSync(root);
  const isFull = bavail * bsize < LITTLE || /ENOSPC|No space left/.test(inspect(error));
  if (!isFull) return undefined;
  return (
    `The disk is full. The set-up needs ${NEEDED / MIB} MB in ${root}. ` +
    'Free some space and start again.'
  );
}
