import { ContentProblem } from './command.ts';

/**
 * Returns the only model of a file. Throws if the file has several models, which some formats allow,
 * or none.
 */
export const oneModel = <Model>(models: readonly Model[], file: string): Model => {
  const [model] = models;
  if (model !== undefined && models.length === 1) return model;
  throw new ContentProblem(`${file} has ${models.length} models, but only one is supported`);
};
