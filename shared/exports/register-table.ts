import { t } from '../locales/texts.ts';
import { longRows, maxTextLength } from './cut-text.ts';
import {
  dayOf,
  kindWord,
  mitigationLines,
  priorityWord,
  statusWord,
  threatRows,
  type RegisterContent,
  type ThreatRow,
} from './threat-rows.ts';

const linesOf = (texts: readonly string[] | undefined): string => (texts ?? []).join('\n');

/** The columns of the register in their order, each with its heading and the text of a cell. */
const columns = [
  [() => t('report:column.id'), ({ threat }) => threat.id],
  [() => t('report:column.threat'), ({ threat }) => threat.title],
  [() => t('threats:field.description'), ({ threat }) => threat.description],
  [() => t('exports:register.element'), ({ element }) => element.title],
  [() => t('exports:register.kind'), ({ kind }) => kindWord(kind)],
  [() => t('exports:register.canvas'), ({ canvas }) => canvas],
  [() => t('threats:field.priority'), ({ threat }) => priorityWord(threat.priority)],
  [() => t('threats:field.status'), ({ threat }) => statusWord(threat)],
  [() => t('threats:field.categories'), ({ threat }) => linesOf(threat.categories)],
  [() => t('threats:field.references'), ({ threat }) => linesOf(threat.references)],
  [() => t('threats:field.likelihood'), ({ threat: { likelihood } }) => rating(likelihood)],
  [() => t('threats:field.impact'), ({ threat: { impact } }) => rating(impact)],
  [() => t('threats:field.owner'), ({ threat }) => threat.owner ?? ''],
  [() => t('threats:field.due-date'), ({ threat }) => dayOf(threat.due_date)],
  [() => t('report:threat.mitigations'), ({ threat }) => linesOf(mitigationLines(threat))],
  [() => t('threats:field.accepted-reason'), ({ threat }) => threat.accepted_reason ?? ''],
  [() => t('threats:field.accepted-by'), ({ threat }) => threat.accepted_by ?? ''],
  [() => t('threats:field.accepted-until'), ({ threat }) => dayOf(threat.accepted_until)],
  [() => t('report:threat.source'), ({ threat }) => threat.source ?? ''],
] as const satisfies readonly (readonly [() => string, (row: ThreatRow) => string])[];

const rating = (value: ThreatRow['threat']['impact']): string =>
  value === null || value === undefined ? '' : priorityWord(value);

/**
 * Returns the register as texts: the headings, and one row for each threat. For a collection, the last
 * column names the model.
 */
export const registerTable = (
  content: RegisterContent,
): { headings: string[]; rows: string[][] } => {
  const isCollection = content.models !== undefined;
  return {
    headings: [
      ...columns.map(([heading]) => heading()),
      ...(isCollection ? [t('sync:kind.threatModel')] : []),
    ],
    rows: threatRows(content).map((row) => [
      ...columns.map(([, cell]) => cell(row)),
      ...(isCollection ? [row.model.title] : []),
    ]),
  };
};

/** Returns the number of cells with a text that is too long for Excel. */
export const countCutCells = (content: RegisterContent): number =>
  longRows(threatRows(content))
    .flatMap((row) => columns.map(([, cell]) => cell(row)))
    .filter((text) => text.length > maxTextLength).length;
