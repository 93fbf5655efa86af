import type { ModelContent } from '#shared/otm/content.ts';
import { readAttributes } from '#shared/otm/vocabulary/attributes.ts';
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

/** A model without any content. It stands for a file that does not exist on one side. */
export const emptyModel: ModelContent = {
  id: '',
  title: '',
  description: '',
  ...readAttributes('threatModel', {}),
  canvases: [],
  components: [],
  kept: {},
};
