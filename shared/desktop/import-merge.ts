import { z } from 'zod';
import type { CanvasDocument } from '../canvas/document.ts';
import type { VersionRecord } from '../merge/compare-records.ts';
import type { DrawingConflict, RecordConflict } from '../merge/merge-import.ts';
import { templateNames } from '../sample/templates.ts';

/** The template for a new model, and the title of the model. */
const templateWanted = z.object({
  template: z.enum(templateNames),
  title: z.string().max(500),
});

/** A file to merge, and the ID of the model to merge it into. */
const importIntoModel = z.object({ handle: z.string(), modelId: z.string() });

/**
 * The file to merge, the `sides` of the comparison, and the side that the person chose for each conflict.
 * If the model or the file has changed since the comparison, the app merges nothing.
 */
const importChoices = importIntoModel.extend({
  sides: z.string(),
  choices: z.record(z.string(), z.enum(['mine', 'theirs'])),
});

/** A canvas that the merge changes, adds, or deletes, with its documents before and after the merge. */
type ComparedCanvas = {
  id: string;
  title: string;
  change: 'added' | 'removed' | 'changed';
  before: CanvasDocument;
  after: CanvasDocument;
};

/** The changes that a merge makes to the model, and the conflicts that the person has to resolve. */
export type ImportComparison = {
  fileName: string;
  /** A hash of the model, of the file, and of its last import. */
  sides: string;
  /**
   * True if the file was imported into this model before. Otherwise there is no merge base, so the merge
   * cannot recognize deletions.
   */
  hasBase: boolean;
  canvases: ComparedCanvas[];
  /**
   * The threats and mitigations that differ, before and after the merge, with the records that they
   * belong to.
   */
  before: VersionRecord[];
  after: VersionRecord[];
  /** The number of records other than threats and mitigations that are added, changed, or deleted. */
  others: number;
  conflicts: RecordConflict[];
  drawings: DrawingConflict[];
};

/**
 * The comparison is not validated, because it comes from the main process, and validating a large
 * comparison would take long.
 */
const importComparison = z.custom<ImportComparison>();

/**
 * `changed`: the merge changed the model. `same`: the file has nothing new. `outdated`: the model or the
 * file has changed since the comparison, so the window has to compare again.
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
