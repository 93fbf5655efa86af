import { markdownLine } from '#shared/exports/markdown-text.ts';
import { compareModels, type ModelDifference } from '#shared/merge/compare-models.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import type { Command } from '../command.ts';
import { oneModel } from '../one-model.ts';
import { readModels } from '../read-model.ts';

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
    const [before, after] = [await read(folder, one), await read(folder, other)];
    const found = compareModels(before ?? emptied(after), after ?? emptied(before));
    if (options['json'] === true) print(JSON.stringify(found, null, 2));
    else if (found.length === 0) print('No differences.');
    else print(found.map(options['markdown'] === true ? markdownOf : lineOf).join('\n'));
    return options['exit-code'] === true && found.length > 0 ? 1 : 0;
  },
};

/** Git names the missing side of a new or a deleted file so. */
const nothing = new Set(['/dev/null', 'nul', 'NUL']);

const read = async (folder: string, file: string): Promise<ModelContent | null> =>
  nothing.has(file) ? null : oneModel(await readModels(folder, file), file);

const nobody: Omit<ModelContent, 'canvases' | 'components'> = {
  id: '',
  title: '',
  description: '',
  status: 'Representation',
  priority: 'medium',
  due_to_date: null,
  retro_completed_at: null,
  time_invested: null,
  quality_of_model: null,
  when_to_revisit: null,
  archived_at: null,
  kept: {},
};

const emptied = (model: ModelContent | null): ModelContent => ({
  ...(model ?? nobody),
  canvases: [],
  components: [],
});

const signs: Record<ModelDifference['kind'], string> = {
  added: '+',
  removed: '-',
  moved: '>',
  changed: '~',
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

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
