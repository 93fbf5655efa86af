import { useMemo } from 'react';
import type { VersionContent } from '#shared/desktop/versions.ts';
import { language } from '#shared/locales/texts.ts';
import { compareRecords, type RecordDifference } from '#shared/merge/compare-records.ts';
import { DifferenceSign } from '../canvas/compare/difference-marks.tsx';
import { fieldName } from '../kernel/records/field-names.ts';
import { isPriority, severities } from '../kernel/records/severity.tsx';
import { isThreatStatus, mitigationStates, threatStatusTable } from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import { dayText } from '../ui/relative-time.ts';
import classes from './difference-list.module.css';

type Props = { one: VersionContent['records']; other: VersionContent['records'] };

const initialCount = 50;

/** The threats and mitigations that differ between two versions. */
export const RecordDifferences = ({ one, other }: Props) => {
  const { t } = useTranslation('versions');
  const differences = useMemo(
    () => (one && other ? compareRecords(one, other) : null),
    [one, other],
  );
  const { visible, hidden, showMore } = useBeginning(differences ?? [], initialCount);
  return (
    <section className={classes.records}>
      <h3 className={classes.recordsTitle}>{t('records.title')}</h3>
      {!differences && <p className={classes.recordsNote}>{t('records.unknown')}</p>}
      {differences?.length === 0 && <p className={classes.recordsNote}>{t('records.none')}</p>}
      {visible.length > 0 && (
        <ul aria-label={t('records.title')} className={classes.group}>
          {visible.map((difference) => (
            <RecordItem difference={difference} key={difference.id} />
          ))}
        </ul>
      )}
      <MoreButton hidden={hidden} onClick={showMore} />
    </section>
  );
};

const RecordItem = ({ difference }: { difference: RecordDifference }) => {
  const { t } = useTranslation('versions');
  const { t: tCanvas } = useTranslation('canvas');
  const textOf = useValueText(difference.kind);
  const { change, kind, title, parentTitle, fields } = difference;
  return (
    <li className={classes.item}>
      <span dir="auto">{title}</span>
      <span className={classes.recordPlace}>
        <DifferenceSign kind={change} />
        <span dir="auto">{t(`records.${kind}`, { parent: parentTitle })}</span>
      </span>
      {fields.map(({ name, before, after }) => (
        <span className={classes.recordField} dir="auto" key={name}>
          {tCanvas('compare.field-change', {
            name: fieldName(name),
            before: textOf(name, before),
            after: textOf(name, after),
          })}
        </span>
      ))}
    </li>
  );
};

const longestText = 120;

/** Returns a function that describes the value of a field in words. */
const useValueText = (kind: RecordDifference['kind']) => {
  const { t } = useTranslation('versions');
  const { t: tThreats } = useTranslation('threats');
  const { t: tMitigations } = useTranslation('mitigations');
  const statusText = (value: string): string => {
    if (kind === 'threat') {
      return isThreatStatus(value) ? tThreats(threatStatusTable[value].textKey) : value;
    }
    const known = mitigationStates.find(({ status }) => (status ?? '') === value);
    return known ? tMitigations(known.textKey) : value;
  };
  return (name: string, value: unknown): string => {
    const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';
    if (name === 'status') return statusText(text);
    if (text === '') return t('records.empty');
    if (isPriority(text)) return tThreats(severities[text].textKey);
    if (name === 'due_date' || name === 'accepted_until') return dayText(text, language());
    return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  };
};
