import { FileProblem } from './command.ts';

/** Returns the model of a file that must have exactly one. Some formats allow several. */
export const oneModel = <Model>(models: readonly Model[], file: string): Model => {
  const [model] = models;
  if (model !== undefined && models.length === 1) return model;
  throw new FileProblem(`${file} has ${models.length} models, but only one is supported`);
};
