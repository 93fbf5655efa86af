import { ChevronRight } from 'lucide-react';
import { create } from 'zustand';
import type { ImportPreview } from '#shared/desktop/contract.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './import-report.module.css';

type Reading = Extract<ImportPreview['result'], { ok: true }>;
export type ReportedModel = Reading['models'][number];
type Note = ReportedModel['report']['repairs'][number];

const countKeys = [
  'canvases',
  'components',
  'dataFlows',
  'trustZones',
  'threats',
  'mitigations',
] as const;

/**
 * Numbers the items, because their titles and notes may be equal and cannot be keys. The numbers are
 * stable keys, because the order of the items never changes.
 */
const numbered = <Item,>(items: readonly Item[]): { item: Item; number: number }[] =>
  items.map((item, index) => ({ item, number: index + 1 }));

/** The report of each model: its content, the repairs, and the data that could not be converted. */
export const ImportReport = ({ models }: { models: readonly ReportedModel[] }) => (
  <ul className={classes.models}>
    {numbered(models).map(({ item, number }) => (
      <li className={classes.model} key={number}>
        <ModelReport model={item} />
      </li>
    ))}
  </ul>
);

const ModelReport = ({ model: { title, report, leftOut } }: { model: ReportedModel }) => {
  const { t } = useTranslation('exports');
  const counts = countKeys.filter((key) => report.counts[key] > 0);
  const notes = [...report.repairs, ...report.keptAside, ...leftOut];
  return (
    <>
      <h3 className={classes.title} dir="auto">
        {title}
      </h3>
      <p className={classes.counts}>
        {counts.map((key) => (
          <span key={key}>{t(`report.${key}`, { count: report.counts[key] })}</span>
        ))}
      </p>
      {notes.length === 0 && <p className={classes.clean}>{t('report.clean')}</p>}
      <Notes
        explain={t('report.repairs-explain')}
        notes={report.repairs}
        title={t('report.repairs', { count: report.repairs.length })}
      />
      <Notes
        explain={t('report.left-out-explain')}
        notes={leftOut}
        title={t('report.left-out', { count: leftOut.length })}
      />
      <Notes
        explain={t('report.kept-explain')}
        notes={report.keptAside}
        title={t('report.kept', { count: report.keptAside.length })}
      />
    </>
  );
};

/** The maximum number of notes. Nobody reads more, and ten thousand rows would make the dialog slow. */
const maxNotes = 200;

const Notes = ({ notes, title, explain }: { notes: Note[]; title: string; explain: string }) => {
  const { t } = useTranslation('exports');
  if (notes.length === 0) return null;
  return (
    <details className={classes.notes}>
      <summary className={classes.summary}>
        <ChevronRight aria-hidden size={14} />
        {title}
      </summary>
      <p className={classes.explain}>{explain}</p>
      <ul className={`${classes.list} selectable`}>
        {numbered(notes.slice(0, maxNotes)).map(({ item: { place, message }, number }) => (
          <li key={number}>
            <code className={classes.place}>{place}</code>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {notes.length > maxNotes && (
        <p className={classes.explain}>{t('report.more', { count: notes.length - maxNotes })}</p>
      )}
    </details>
  );
};

type FileReport = { fileName: string; models: readonly ReportedModel[] };

/** The report of a finished import, opened again from its notification. */
export const useShownReport = create<{ report: FileReport | null }>(() => ({ report: null }));

export const showReport = (report: FileReport): void => useShownReport.setState({ report });
export const closeReport = (): void => useShownReport.setState({ report: null });
