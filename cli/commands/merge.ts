import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  exportText,
  textFormatNames,
  type TextFormatName,
} from '#shared/exports/export-formats.ts';
import { conflictText } from '#shared/merge/conflict-text.ts';
import { mergeModels, type ModelConflict } from '#shared/merge/merge-models.ts';
import { placeModel, withSizesFrom } from '#shared/merge/place-model.ts';
import type { ModelContent, ReadModel } from '#shared/otm/content.ts';
import type { Command } from '../command.ts';
import { oneModel } from '../one-model.ts';
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
    'Where both sides changed the same thing, the file has both between conflict marks.',
    'Exit status: 0 if merged, 1 if people have to decide, 2 if a file cannot be read or written.',
  ],
  run: async ({ files, options }, { folder, complain }) => {
    const [base = '', ours = '', theirs = ''] = files;
    const read = async (file: string): Promise<ReadModel> =>
      oneModel(await readReported(folder, file), file);
    const own = await read(ours);
    const merged = merge((await read(base)).content, own, await read(theirs));
    const format = await formatLike(own.content, await readFile(resolve(folder, ours), 'utf8'));
    const text = await exportText(merged.shown, format);
    const { output = ours } = options;
    const path = String(output);
    const isMerged = merged.conflicts.length === 0;
    const content = isMerged ? text : conflictText(text, await exportText(merged.sent, format));
    await writeBeside(resolve(folder, path), path, content);
    for (const conflict of merged.conflicts) complain(lineOf(conflict));
    return isMerged ? 0 : 1;
  },
};

/**
 * Merges `ours` and `theirs`, which were both made from `base`. Positions and sizes that a file does not
 * state count as unchanged since `base`.
 */
const merge = (
  base: ModelContent,
  ours: ReadModel,
  theirs: ReadModel,
): ReturnType<typeof mergeModels> => {
  const { model: own, enlarged } = placeModel(ours, base);
  const sized = withSizesFrom(own, base, enlarged);
  return mergeModels(sized, own, placeModel(theirs, sized, own).model);
};

const otmFormats = textFormatNames.filter((format) => format.startsWith('otm'));

/**
 * Returns the format of a file. The result is written in the same format, so that only merged lines
 * change.
 */
const formatLike = async (model: ModelContent, text: string): Promise<TextFormatName> => {
  for (const format of otmFormats) {
    if ((await exportText(model, format)) === text) return format;
  }
  return /^\uFEFF?\s*\{/.test(text) ? 'otm' : 'otm-yaml';
};

const lineOf = ({ part, name, fields }: ModelConflict): string =>
  fields.length === 0
    ? `conflict in ${part} "${oneLine(name)}": deleted on one side, changed on the other`
    : `conflict in ${part} "${oneLine(name)}": ${fields.join(', ')}`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
