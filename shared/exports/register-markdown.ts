import { t } from '../locales/texts.ts';
import { markdownCell, markdownLine } from './markdown-text.ts';
import {
  mitigationLines,
  priorityWord,
  statusWord,
  threatRows,
  type RegisterContent,
} from './threat-rows.ts';

/** Returns the threats of a model as a Markdown table, for a wiki or a pull request. */
export const registerMarkdown = (model: RegisterContent): string => {
  const isCollection = model.models !== undefined;
  const headings = [
    t('report:column.id'),
    t('report:column.threat'),
    t('exports:register.element'),
    t('threats:field.priority'),
    t('threats:field.status'),
    t('threats:field.categories'),
    t('report:threat.mitigations'),
    ...(isCollection ? [t('sync:kind.threatModel')] : []),
  ];
  const rows = threatRows(model).map(({ threat, element, model: { title } }) => [
    threat.id,
    threat.title,
    element.title,
    priorityWord(threat.priority),
    statusWord(threat),
    (threat.categories ?? []).join('\n'),
    mitigationLines(threat).join('\n'),
    ...(isCollection ? [title] : []),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `# ${markdownLine(model.title)}`,
    '',
    line(headings.map(markdownCell)),
    line(headings.map(() => '---')),
    ...rows.map((cells) => line(cells.map(markdownCell))),
    '',
  ].join('\n');
};
