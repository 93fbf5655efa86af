import { z } from 'zod';
import type { CanvasDocument } from '../canvas/document.ts';
import type { VersionRecord } from '../merge/compare-records.ts';
import type { DrawingConflict, RecordConflict } from '../merge/merge-import.ts';
import { templateNames } from '../sample/templates.ts';

/** A new model from one of our templates. */
const templateWanted = z.object({
  template: z.enum(templateNames),
  title: z.string().max(500),
});

/** The merge of an imported file into the model `modelId`. */
const importIntoModel = z.object({ handle: z.string(), modelId: z.string() });

/** The choices for all conflicts. If the model has other conflicts by now, nothing is changed. */
const importChoices = importIntoModel.extend({
  choices: z.record(z.string(), z.enum(['mine', 'theirs'])),
});

/** A canvas that the merge changes, adds, or deletes, before and after it. */
type ComparedCanvas = {
  id: string;
  title: string;
  change: 'added' | 'removed' | 'changed';
  before: CanvasDocument;
  after: CanvasDocument;
};

/** The changes of a merge to the model, and the conflicts that a person has to decide. */
export type ImportComparison = {
  fileName: string;
  /** True if the file was imported into this model before, so that deletions are known. */
  hasBase: boolean;
  canvases: ComparedCanvas[];
  /** The threats and mitigations that differ, and the components and threats that they belong to. */
  before: VersionRecord[];
  after: VersionRecord[];
  /** The number of other records that are added, changed, or deleted. */
  others: number;
  conflicts: RecordConflict[];
  drawings: DrawingConflict[];
};

/** Not validated: the main process makes it, and validating a large one would take long. */
const importComparison = z.custom<ImportComparison>();

/**
 * `changed`: the merge changed the model. `same`: the file has nothing new. `outdated`: the model has
 * changed since the comparison, so compare again.
 */
const importMerge = z.object({ result: z.enum(['changed', 'same', 'outdated']) });

export const importShapes = {
  template: templateWanted,
  intoModel: importIntoModel,
  choices: importChoices,
  comparison: importComparison,
  merge: importMerge,
};

export type ImportIntoModel = z.infer<typeof importIntoModel>;
export type ImportChoices = z.infer<typeof importChoices>;
