/** Returns the code of an error of the system, such as `ENOENT`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
