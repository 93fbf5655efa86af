import { statfsSync } from 'node:fs';
import { inspect } from 'node:util';

const MIB = 2 ** 20;
/**
 * The limit, in bytes, for the free space. If less is free when a step fails, the reason is most likely
 * that the disk is full.
 */
const LITTLE = 100 * MIB;
/** The free space that packages, Electron, and the built app need, in bytes. */
const NEEDED = 1500 * MIB;

/**
 * Returns an explanation if a step of the set-up failed because the disk is full.
 *
 * @param {string} root
 * @param {unknown} error
 * @returns {string | undefined} Three sentences with instructions.
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
