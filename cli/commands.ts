import type { Command } from './command.ts';

/**
 * All commands by name. The code of a command is loaded only to run it or to show its help, so that
 * commands start faster. To add a command, add a row here and a file with its code.
 */
export const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  suggest: {
    summary: 'Lists the threats that the drawing of a model suggests',
    load: async () => (await import('./commands/suggest.ts')).suggestCommand,
  },
  convert: {
    summary: 'Converts the file of another tool, or a model, to another format',
    load: async () => (await import('./commands/convert.ts')).convertCommand,
  },
  export: {
    summary: 'Writes the report, an image, or the threat register of a model',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  diff: {
    summary: 'Lists the differences between two models',
    load: async () => (await import('./commands/diff.ts')).diffCommand,
  },
  merge: {
    summary: 'Merges two versions of a model, for Git',
    load: async () => (await import('./commands/merge.ts')).mergeCommand,
  },
  check: {
    summary: 'Lists open threats and failed checks, and fails if there are any',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
};
