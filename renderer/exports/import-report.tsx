import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/desktop/contract.ts';
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

/** Titles and notes may be the same twice, but they never change places: the place is the key. */
const numbered = <Item,>(items: readonly Item[]): { item: Item; number: number }[] =>
  items.map((item, index) => ({ item, number: index + 1 }));

/** What a file holds, model by model, what was repaired, and what could only be kept aside. */
export const ImportReport = ({ models }: { models: readonly ReportedModel[] }) => (
  <ul className={classes.models}>
    {numbered(models).map(({ item, number }) => (
      <li className={classes.model} key={number}>
        <ModelReport model={item} />
      </li>
    ))}
  </ul>
);

const ModelReport = ({ model: { title, report } }: { model: ReportedModel }) => {
  const { t } = useTranslation('exports');
  const counts = countKeys.filter((key) => report.counts[key] > 0);
  const isClean = report.repairs.length === 0 && report.keptAside.length === 0;
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
      {isClean && <p className={classes.clean}>{t('report.clean')}</p>}
      <Notes
        explain={t('report.repairs-explain')}
        notes={report.repairs}
        title={t('report.repairs', { count: report.repairs.length })}
      />
      <Notes
        explain={t('report.kept-explain')}
        notes={report.keptAside}
        title={t('report.kept', { count: report.keptAside.length })}
      />
    </>
  );
};

/** Nobody reads more, and ten thousand rows would make the dialog slow. */
const shownNotes = 200;

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
        {numbered(notes.slice(0, shownNotes)).map(({ item: { place, message }, number }) => (
          <li key={number}>
            <code className={classes.place}>{place}</code>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {notes.length > shownNotes && (
        <p className={classes.explain}>{t('report.more', { count: notes.length - shownNotes })}</p>
      )}
    </details>
  );
};
