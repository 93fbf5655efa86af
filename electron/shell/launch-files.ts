import { resolve } from 'node:path';
import { isImportable } from './importable.ts';

/**
 * Returns the paths of the importable files on a command line. Skips switches, and the app's own folder,
 * which is the first argument when the app is started in development.
 */
export const launchFiles = (args: readonly string[], workingDirectory: string): string[] =>
  args
    .filter((argument) => !argument.startsWith('-') && isImportable(argument))
    .map((argument) => resolve(workingDirectory, argument));
