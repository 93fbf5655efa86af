import { drawnContent } from '#shared/suggestions/drawn-content.ts';
import { suggest, type Suggestion } from '#shared/suggestions/suggest.ts';
import { systemOf } from '#shared/suggestions/system-of.ts';
import { oneLine, type Command } from '../command.ts';
import { readModels } from '../read-model.ts';
import { rulesWith } from '../rules-with.ts';

export const suggestCommand: Command = {
  name: 'suggest',
  files: ['MODEL.otm'],
  options: [
    { name: 'json', help: 'Prints a list of objects, for programs' },
    { name: 'rules', value: 'FILE', help: 'Adds the rules of a codex exported as JSON' },
  ],
  details: [
    'Threats that the model already has are left out, and so are dismissed ones.',
    'Exit status: 0, or 2 if the file cannot be read.',
  ],
  run: async ({ files, options }, { folder, print }) => {
    const models = await readModels(folder, files[0] ?? '');
    const rules = await rulesWith(folder, options['rules']);
    const found = models.flatMap((model) =>
      suggest(systemOf(drawnContent(model), rules.vocabulary), rules),
    );
    print(options['json'] === true ? JSON.stringify(found.map(plain), null, 2) : listing(found));
    return 0;
  },
};

const plain = ({ element, threat, priority, mitigations, because, rule }: Suggestion) => ({
  element,
  threat: {
    title: threat.title,
    priority,
    categories: threat.categories,
    references: threat.references,
  },
  mitigations: mitigations.map(({ title }) => ({ title })),
  because,
  rule,
});

const listing = (suggestions: readonly Suggestion[]): string => {
  if (suggestions.length === 0) return 'No suggestions.';
  const groups = [...Map.groupBy(suggestions, ({ element }) => element.id).values()];
  return groups
    .map((group) => {
      const [first] = group;
      const head = first ? oneLine(`${first.element.name} (${first.element.kind})`) : '';
      return [head, ...group.flatMap(linesOf)].join('\n');
    })
    .join('\n\n');
};

const linesOf = ({ threat, priority, because }: Suggestion): string[] => [
  `  ${priority.padEnd(8)}  ${oneLine(`${threat.title} [${threat.categories.join(', ')}]`)}`,
  `            ${oneLine(because)}`,
];
