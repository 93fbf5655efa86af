import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { contentSchemas, type RecordKind } from '#shared/desktop/records.ts';
import type { Conflict, ConflictSummary } from '#shared/desktop/sync.ts';
import { ConflictFooter } from './conflict-footer.tsx';
import { fieldName } from './field-name.ts';
import { fieldText } from './field-text.ts';
import { ShownText } from './shown-text.tsx';
import { useDecision } from './use-decision.ts';
import classes from './choice.module.css';
import dialog from './conflict-dialog.module.css';

type Versions = Extract<Conflict, { type: 'deletedThere' | 'accessLost' | 'editedThere' }>;
type Values = Record<string, unknown>;

const onlyKey = 'record';

/** A record that one side changed is missing on the other. */
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

/** What would be lost: the whole record, or what others changed of it. */
const VersionOf = ({ kind, versions }: { kind: RecordKind; versions: Versions }) => {
  const { t } = useTranslation('sync');
  const isMine = versions.type !== 'editedThere';
  const [before, now]: [Values, Values] = isMine
    ? [versions.mine, versions.mine]
    : [versions.base, versions.theirs];
  const fields = Object.keys(contentSchemas[kind].shape)
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
              <ShownText origin={origin} text={text} />
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
