import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportText, type TextFormatName } from '#shared/exports/export-formats.ts';
import { conflictText } from '#shared/merge/conflict-text.ts';
import { mergeModels, type ModelConflict, type ModelMerge } from '#shared/merge/merge-models.ts';
import { placeModel, withSizesFrom } from '#shared/merge/place-model.ts';
import type { ModelContent, ReadModel } from '#shared/otm/content.ts';
import { decodeText } from '#shared/otm/syntax/decode-text.ts';
import { ContentProblem, oneLine, type Command } from '../command.ts';
import { emptyModel, oneModel } from '../one-model.ts';
import { formatOf, hasComments, withLineEndsOf, withLineFeeds } from '../otm-text.ts';
import { readReported } from '../read-model.ts';
import { writeBeside } from '../write-beside.ts';

export const mergeCommand: Command = {
  name: 'merge',
  files: ['BASE', 'OURS', 'THEIRS'],
  options: [
    { name: 'output', short: 'o', value: 'OUT', help: 'The file to write (default: OURS)' },
  ],
  details: [
    'Merges two versions of a model that were made from BASE, part by part, by their IDs.',
    'All three are Open Threat Model files. BASE is empty if both versions are new files.',
    'Where both sides changed the same thing, the file has both between conflict marks.',
    'Exit status: 0 if merged, 1 if people have to decide, 2 if a file cannot be read or written.',
  ],
  run: async ({ files, options }, { folder, complain }) => {
    const [base = '', ours = '', theirs = ''] = files;
    const own = await readOtm(folder, ours);
    const other = await readOtm(folder, theirs);
    const origin = await readBase(folder, base);
    const text = await readText(folder, ours);
    const merged =
      origin instanceof ContentProblem
        ? bothVersions(text, await readText(folder, theirs), origin)
        : await mergedVersion(merge(origin, own, other), formatOf(text));
    const { output = ours } = options;
    const path = String(output);
    await writeBeside(resolve(folder, path), path, withLineEndsOf(text, merged.content));
    if (hasComments(text) && !hasComments(merged.content)) {
      complain(`${ours}: comments in YAML are lost`);
    }
    for (const conflict of merged.conflicts) complain(conflict);
    return merged.conflicts.length === 0 ? 0 : 1;
  },
};

const readOtm = async (folder: string, file: string): Promise<ReadModel> =>
  oneModel(await readReported(folder, file, { from: 'otm' }), file);

/**
 * Returns the model in BASE, or the problem with its content. Git passes an empty file if both sides
 * added the model. If there are several common ancestors, Git merges them first, so the file can have
 * conflict marks.
 */
const readBase = async (folder: string, file: string): Promise<ModelContent | ContentProblem> => {
  const found = await stat(resolve(folder, file)).catch(() => null);
  if (found?.isFile() && found.size === 0) return emptyModel;
  try {
    return (await readOtm(folder, file)).content;
  } catch (error) {
    if (error instanceof ContentProblem) return error;
    throw error;
  }
};

/** Returns the text of a file that was already read as a model. */
const readText = async (folder: string, file: string): Promise<string> => {
  const decoded = decodeText(await readFile(resolve(folder, file)));
  if (!decoded.ok) throw new ContentProblem(`${file}: ${decoded.refusal.reason}`);
  return decoded.text;
};

/** The text of the merged file, and a line for each conflict. */
type Merged = { content: string; conflicts: string[] };

const bothVersions = (ours: string, theirs: string, { message }: ContentProblem): Merged => ({
  content: conflictText(withLineFeeds(ours), withLineFeeds(theirs)),
  conflicts: [`${oneLine(message)}, so every difference is a conflict`],
});

const mergedVersion = async (
  { shown, sent, conflicts }: ModelMerge,
  format: TextFormatName,
): Promise<Merged> => {
  const text = await exportText(shown, format);
  return {
    content: conflicts.length === 0 ? text : conflictText(text, await exportText(sent, format)),
    conflicts: conflicts.map(lineOf),
  };
};

/**
 * Merges `ours` and `theirs`, which were both made from `base`. Positions and sizes that a file does not
 * state count as unchanged since `base`.
 */
const merge = (base: ModelContent, ours: ReadModel, theirs: ReadModel): ModelMerge => {
  const { model: own, enlarged } = placeModel(ours, base);
  const sized = withSizesFrom(own, base, enlarged);
  return mergeModels(sized, own, placeModel(theirs, sized, own).model);
};

const lineOf = ({ part, name, fields }: ModelConflict): string =>
  fields.length === 0
    ? `conflict in ${part} "${oneLine(name)}": deleted on one side, changed on the other`
    : `conflict in ${part} "${oneLine(name)}": ${fields.join(', ')}`;
