import { join } from 'node:path';

/** The top folder of the repository. */
export const root = join(import.meta.dirname, '..');
