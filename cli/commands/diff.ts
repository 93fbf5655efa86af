import { markdownLine } from '#shared/exports/markdown-text.ts';
import { compareModels, type ModelDifference } from '#shared/merge/compare-models.ts';
import { placeModel, withSizesFrom } from '#shared/merge/place-model.ts';
import type { ModelContent, ReadModel } from '#shared/otm/content.ts';
import { oneLine, type Command } from '../command.ts';
import { withKeptFields } from '../kept-fields.ts';
import { emptyModel, oneModel } from '../one-model.ts';
import { readReported } from '../read-model.ts';

export const diffCommand: Command = {
  name: 'diff',
  files: ['A', 'B'],
  options: [
    { name: 'json', help: 'Prints a list of objects, for programs' },
    { name: 'markdown', help: 'Prints a list in Markdown, for a pull request' },
    { name: 'exit-code', help: 'Exits with 1 if there are differences' },
  ],
  details: [
    'Compares the drawings and the records of two models by their IDs. /dev/null is an empty model.',
    'Exit status: 0, 1 with --exit-code and differences, or 2 if a file cannot be read.',
  ],
  run: async ({ files, options }, { folder, print }) => {
    const [one = '', other = ''] = files;
    const found = differences(await read(folder, one), await read(folder, other));
    if (options['json'] === true) print(JSON.stringify(found, null, 2));
    else if (found.length === 0) print('No differences.');
    else print(found.map(options['markdown'] === true ? markdownOf : lineOf).join('\n'));
    return options['exit-code'] === true && found.length > 0 ? 1 : 0;
  },
};

/**
 * The names that Git passes instead of a file that is missing on one side, because the file is new or
 * deleted.
 */
const nothing = new Set(['/dev/null', 'nul', 'NUL']);

const read = async (folder: string, file: string): Promise<ReadModel | null> =>
  nothing.has(file) ? null : oneModel(await readReported(folder, file), file);

/**
 * Returns the differences between two models. A position or size that only one file states is copied to
 * the other model first, so that it does not count as a difference.
 */
const differences = (before: ReadModel | null, after: ReadModel | null): ModelDifference[] => {
  if (!before || !after) {
    const [one, other] = [before?.content ?? null, after?.content ?? null];
    return compare(one ?? emptied(other), other ?? emptied(one));
  }
  const newer = placeModel(after, before.content);
  const newerSized = withSizesFrom(before.content, newer.model, newer.enlarged);
  const older = placeModel(before, newerSized);
  return compare(withSizesFrom(newerSized, older.model, older.enlarged), newerSized);
};

const compare = (before: ModelContent, after: ModelContent): ModelDifference[] =>
  compareModels(withKeptFields(before), withKeptFields(after));

const emptied = (model: ModelContent | null): ModelContent => ({
  ...(model ?? emptyModel),
  canvases: [],
  components: [],
});

const signs: Record<ModelDifference['kind'], string> = {
  added: '+',
  removed: '-',
  moved: '>',
  changed: '~',
};

const lineOf = ({ part, kind, name, within, fields }: ModelDifference): string =>
  [
    signs[kind],
    `${part} "${oneLine(name)}"`,
    ...(within.length > 0
      ? [`in ${within.map((title) => `"${oneLine(title)}"`).join(' › ')}`]
      : []),
    ...(fields.length > 0 ? [`(${fields.join(', ')})`] : []),
  ].join(' ');

const markdownOf = ({ part, kind, name, within, fields }: ModelDifference): string =>
  [
    `- ${kind} ${part} **${markdownLine(name) || '?'}**`,
    ...(within.length > 0 ? [`in ${within.map(markdownLine).join(' › ')}`] : []),
    ...(fields.length > 0 ? [`(${fields.map(markdownLine).join(', ')})`] : []),
  ].join(' ');
