/** The parts of the process that commands use. */
export type Surroundings = {
  /** The folder that file names are relative to. */
  folder: string;
  print: (text: string) => void;
  complain: (text: string) => void;
};

type Option = {
  name: string;
  /**
   * The name of the option's value in the help. An option without this name is a switch and has no
   * value.
   */
  value?: string;
  /** The short form of the option: one letter, as in `-o`. */
  short?: string;
  help: string;
};

export type Given = { files: string[]; options: Record<string, string | boolean | undefined> };

/** `run` returns the exit status. */
export type Command = {
  name: string;
  files: readonly string[];
  options: readonly Option[];
  details: readonly string[];
  run: (given: Given, surroundings: Surroundings) => Promise<number>;
};

/** Thrown if the command line is wrong. The message is one line. */
export class WrongUsage extends Error {}

/** Thrown if a file cannot be read or written. The message is one line. */
export class FileProblem extends Error {}

/** Thrown if the content of a file cannot be understood. */
export class ContentProblem extends FileProblem {}

/**
 * Returns a text on one line, without control characters. A name in a file could otherwise look like
 * several lines of output, or change what the terminal shows.
 */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Returns the code of an error of the system, such as `ENOENT`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
