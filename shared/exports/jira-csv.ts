import type { Priority } from '../api/enumerations.ts';
import { toCsv } from '../codex/csv.ts';
import { t } from '../locales/texts.ts';
import { cutText, longRows, maxTextLength } from './cut-text.ts';
import { jiraText } from './jira-markup.ts';
import {
  dayOf,
  kindWord,
  mitigationLines,
  threatRows,
  type RegisterContent,
  type ThreatRow,
} from './threat-rows.ts';

/**
 * Jira's own names of priorities. Jira's import recognizes them without asking the person for their
 * meaning.
 */
const priorities: Record<Priority, string> = {
  critical: 'Highest',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The maximum length of a summary in Jira, in characters. */
const longestSummary = 255;

/**
 * Returns the open threats of a model as issues in CSV, with column names that Jira's import
 * recognizes.
 */
export const jiraCsv = (content: RegisterContent): string => {
  const rows = issueRows(content);
  const isCollection = content.models !== undefined;
  const labels = rows.map(labelsOf);
  // `reduce` finds the maximum, because a large register has more threats than a call of `Math.max` can
  // have arguments.
  const labelColumns = labels.reduce((most, { length }) => Math.max(most, length), 0);
  const columns = ['Summary', 'Issue Type', 'Priority', 'Description', 'Due Date', 'External ID'];
  return toCsv([
    // The column `Labels` is repeated, because Jira expects one column for each value of a field with
    // several values.
    [...columns, ...Array.from({ length: labelColumns }, () => 'Labels')],
    ...rows.map((row, at) => [
      summaryOf(row),
      'Task',
      priorities[row.threat.priority],
      cutText(descriptionOf(row)),
      dayOf(row.threat.due_date),
      isCollection ? `${row.model.title} ${row.threat.id}` : row.threat.id,
      ...Array.from({ length: labelColumns }, (_, label) => labels[at]?.[label] ?? ''),
    ]),
  ]);
};

/** Returns the number of issues with a description that is too long for Jira. */
export const countCutDescriptions = (content: RegisterContent): number =>
  longRows(issueRows(content)).filter((row) => descriptionOf(row).length > maxTextLength).length;

const issueRows = (content: RegisterContent): ThreatRow[] =>
  threatRows(content).filter(({ threat }) => threat.status === 'open');

const summaryOf = ({ threat, element }: ThreatRow): string =>
  cutText(`${element.title}: ${threat.title}`.replaceAll(/\s+/g, ' ').trim(), longestSummary);

/** Returns the labels of an issue. Jira allows no spaces in labels, so hyphens replace them. */
const labelsOf = ({ threat }: ThreatRow): string[] => [
  'threat-model',
  ...(threat.categories ?? [])
    .map((category) =>
      category
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, ''),
    )
    .filter((label) => label !== ''),
];

const descriptionOf = ({ threat, element, kind, canvas, model }: ThreatRow): string =>
  [
    jiraText(threat.description),
    [
      `${jiraText(element.title)} (${kindWord(kind)})`,
      ...[canvas, model.title].filter((title) => title !== '').map(jiraText),
    ].join(', '),
    (threat.references ?? []).map(jiraText).join(', '),
    [
      ...(threat.mitigations.length > 0 ? [`${t('report:threat.mitigations')}:`] : []),
      ...mitigationLines(threat).map((line) => `* ${jiraText(line.replaceAll(/\s+/g, ' '))}`),
    ].join('\n'),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
