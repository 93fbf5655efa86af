import { resolve } from 'node:path';
import { priorities, type Priority } from '#shared/api/enumerations.ts';
import { defaultKind } from '#shared/canvas/element-kinds.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import { failedChecks, priorityOf } from '#shared/suggestions/checks.ts';
import { ruleSet } from '#shared/suggestions/default-rules.ts';
import { drawnContent } from '#shared/suggestions/drawn-content.ts';
import type { Part } from '#shared/suggestions/drawn-system.ts';
import { systemOf } from '#shared/suggestions/system-of.ts';
import { oneLine, WrongUsage, type Command } from '../command.ts';
import { readModels } from '../read-model.ts';
import { sarifOf, type Finding } from '../sarif.ts';
import { writeBeside } from '../write-beside.ts';

export const checkCommand: Command = {
  name: 'check',
  files: ['MODEL.otm'],
  options: [
    {
      name: 'fail-on',
      value: 'PRIORITY',
      help: `The lowest priority that fails: ${priorities.join(', ')} (default: low)`,
    },
    { name: 'sarif', value: 'FILE', help: 'Also writes the findings as SARIF 2.1.0' },
    { name: 'json', help: 'Prints a list of objects, for programs' },
  ],
  details: [
    'Exit status: 0 if no finding has that priority, 1 if one has, 2 if the file cannot be read.',
  ],
  run: async ({ files, options }, { folder, print }) => {
    const minPriority = priorityIn(options['fail-on']);
    const [file = ''] = files;
    const models = await readModels(folder, file);
    const now = new Date();
    const found = models
      .flatMap((model) => findingsOf(model, now))
      .toSorted((one, other) => rankOf(other.priority) - rankOf(one.priority));
    const { sarif } = options;
    if (typeof sarif === 'string') {
      const content = `${JSON.stringify(sarifOf(found, file), null, 2)}\n`;
      await writeBeside(resolve(folder, sarif), sarif, content);
    }
    print(options['json'] === true ? JSON.stringify(found, null, 2) : listing(found));
    return found.some(({ priority }) => rankOf(priority) >= rankOf(minPriority)) ? 1 : 0;
  },
};

const rankOf = (priority: Priority): number => priorities.indexOf(priority);

const priorityIn = (word: string | boolean | undefined): Priority => {
  if (word === undefined) return 'low';
  const found = priorities.find((each) => each === word);
  if (!found) throw new WrongUsage(`--fail-on takes ${priorities.join(', ')}`);
  return found;
};

/**
 * Returns the parts of the system that a model describes. A component that has threats but is on no
 * canvas counts as a process.
 */
const partsOf = (model: ModelContent): Part[] => {
  const { vocabulary } = ruleSet();
  const drawn = systemOf(drawnContent(model), vocabulary).parts;
  const drawnIds = new Set(drawn.map(({ componentId }) => componentId));
  const nodes = model.components
    .filter(({ id, threats }) => threats.length > 0 && !drawnIds.has(id))
    .map(({ id, title }) => ({
      id,
      type: defaultKind,
      position: { x: 0, y: 0 },
      data: { label: title, componentId: id },
    }));
  const canvas = { id: '', title: '', data: { nodes, edges: [] }, kept: {} };
  return [...drawn, ...systemOf(drawnContent({ ...model, canvases: [canvas] }), vocabulary).parts];
};

const findingsOf = (model: ModelContent, now: Date): Finding[] => {
  const parts = partsOf(model);
  const open = parts.flatMap((part) =>
    part.threats
      .filter(({ status }) => status === 'open')
      .map(({ title, priority }): Finding => ({
        check: 'open-threat',
        priority: priorityOf(priority),
        element: { id: part.id, name: part.name, kind: part.kind },
        threat: title,
        message: `${part.name}: ${title}`,
      })),
  );
  const failed = failedChecks({ parts }, model, now).map(
    ({ check, priority, part, threat, message }): Finding => ({
      check,
      priority,
      ...(part && { element: { id: part.id, name: part.name, kind: part.kind } }),
      ...(threat && { threat: threat.title }),
      message,
    }),
  );
  return [...open, ...failed];
};

const listing = (findings: readonly Finding[]): string => {
  const lines = findings.map(
    ({ check, priority, message }) =>
      `${priority.padEnd(8)}  ${check.padEnd(30)}  ${oneLine(message)}`,
  );
  const counts = priorities
    .toReversed()
    .map(
      (priority) => `${findings.filter((each) => each.priority === priority).length} ${priority}`,
    );
  return [...lines, ...(lines.length > 0 ? [''] : []), counts.join(', ')].join('\n');
};
