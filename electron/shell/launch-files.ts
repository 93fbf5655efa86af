import { resolve } from 'node:path';

const importable = /\.(otm|json|ya?ml)$/i;

/**
 * The files that a command line names. Switches are passed over, and so is the app's own folder,
 * which a development start has as its first argument.
 */
export const launchFiles = (args: readonly string[], workingDirectory: string): string[] =>
  args
    .filter((argument) => !argument.startsWith('-') && importable.test(argument))
    .map((argument) => resolve(workingDirectory, argument));
