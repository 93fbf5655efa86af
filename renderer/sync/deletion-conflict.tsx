import { useId } from 'react';
import type { Conflict, ConflictSummary } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { contentSchemas } from '#shared/records/record-schemas.ts';
import { fieldName } from '../kernel/records/field-names.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ConflictFooter, useDecision } from './conflict-footer.tsx';
import { fieldText } from './field-text.ts';
import { ValueText } from './fields-conflict.tsx';
import classes from './choice.module.css';
import dialog from './conflict-dialog.module.css';

type Versions = Extract<Conflict, { type: 'deletedThere' | 'accessLost' | 'editedThere' }>;
type Values = Record<string, unknown>;

const onlyKey = 'record';

/**
 * A conflict in which one side changed a record, and the other side deleted it or withdrew access to it.
 */
export const DeletionConflict = ({
  conflict,
  versions,
}: {
  conflict: ConflictSummary;
  versions: Versions;
}) => {
  const { t } = useTranslation('sync');
  const name = useId();
  const decision = useDecision(conflict, [onlyKey]);
  const chosen = decision.choices[onlyKey];
  const { type } = versions;
  return (
    <>
      <div className={dialog.scroll}>
        <p className={dialog.about}>{t(`conflict.${type}.what`, { title: conflict.title })}</p>
        <div
          aria-label={t('conflict.choice', { what: conflict.title })}
          className={dialog.two}
          role="radiogroup"
        >
          {(['mine', 'theirs'] as const).map((side) => (
            <label className={classes.card} data-chosen={chosen === side || undefined} key={side}>
              <span className={classes.side}>
                <input
                  checked={chosen === side}
                  name={name}
                  onChange={() => decision.choose(onlyKey, side)}
                  type="radio"
                />
                {t(`conflict.${type}.${side}`)}
              </span>
              <span>{t(`conflict.${type}.${side}-explain`)}</span>
            </label>
          ))}
        </div>
        <VersionOf kind={conflict.kind} versions={versions} />
      </div>
      <ConflictFooter decision={decision} />
    </>
  );
};

/**
 * The data that one of the two choices would lose. If the record was deleted on this computer, these are
 * the changes of others. Otherwise, this is the whole record on this computer.
 */
const VersionOf = ({ kind, versions }: { kind: RecordKind; versions: Versions }) => {
  const { t } = useTranslation('sync');
  const isMine = versions.type !== 'editedThere';
  const [before, now]: [Values, Values] = isMine
    ? [versions.mine, versions.mine]
    : [versions.base, versions.theirs];
  const fields = Object.keys(contentSchemas[kind].shape)
    // All canvases have the same format, so it is not shown.
    .filter((field) => field !== 'format')
    .map((field) => ({
      field,
      origin: fieldText(kind, field, before[field]),
      text: fieldText(kind, field, now[field]),
    }))
    .filter(({ origin, text }) => (isMine ? text !== null : text !== origin));
  if (fields.length === 0) return null;
  return (
    <section aria-label={t(isMine ? 'conflict.my-version' : 'conflict.their-changes')}>
      <h3 className={classes.name}>
        {t(isMine ? 'conflict.my-version' : 'conflict.their-changes')}
      </h3>
      <dl className={dialog.facts}>
        {fields.map(({ field, origin, text }) => (
          <div className={dialog.fact} key={field}>
            <dt>{fieldName(field)}</dt>
            <dd>
              <ValueText origin={origin} text={text} />
              {!isMine && origin !== null && !origin.includes('\n') && (
                <span className={dialog.was}>{t('conflict.was', { origin })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
