/**
 * JSON text from the database or from a worker. It is sent unchanged and never parsed in the
 * service's own thread.
 */
class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Returns JSON text as the result of a procedure, in place of the value that the contract requires.
 */
export const writtenJson = (text: string): never =>
  // `never` fits the result type of every procedure.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  new WrittenJson(text) as never;

/** Returns the JSON text of a procedure's output. */
export const jsonTextOf = (output: unknown): string =>
  output instanceof WrittenJson ? output.text : JSON.stringify(output);
