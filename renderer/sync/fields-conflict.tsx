import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import type { Conflict, ConflictSummary } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { fieldName } from '../kernel/records/field-names.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import type { Choice } from './conflict-choices.ts';
import { ConflictFooter, useDecision } from './conflict-footer.tsx';
import { fieldText } from './field-text.ts';
import { lineDifferences, type DiffLine } from './line-differences.ts';
import classes from './choice.module.css';
import dialog from './conflict-dialog.module.css';

type FieldsConflictProps = { conflict: ConflictSummary; fields: readonly ConflictingField[] };

/** A conflict in which both sides changed the same fields of a record. */
export const FieldsConflict = ({ conflict, fields }: FieldsConflictProps) => {
  const { t } = useTranslation('sync');
  const keys = fields.map(({ field }) => field);
  const decision = useDecision(conflict, keys);
  return (
    <>
      <div className={dialog.fields}>
        <p className={dialog.about}>{t('conflict.about-record')}</p>
        {fields.map((field) => (
          <FieldChoice
            choice={decision.choices[field.field]}
            field={field}
            key={field.field}
            kind={conflict.kind}
            onChoose={(choice) => decision.choose(field.field, choice)}
          />
        ))}
      </div>
      <ConflictFooter decision={decision} />
    </>
  );
};

type ValueTextProps = { origin: string | null; text: string | null };

/** The value of a field. In a value with several lines, the differences from the base are marked. */
export const ValueText = ({ origin, text }: ValueTextProps) => {
  const { t } = useTranslation('sync');
  if (text === null) return <span className={classes.none}>{t('value.empty')}</span>;
  const isProse = text.includes('\n') || origin?.includes('\n') === true;
  if (!isProse) {
    return (
      <span className={classes.value} dir="auto">
        {text}
      </span>
    );
  }
  const lines = lineDifferences(origin ?? '', text).map((line, at) => ({ ...line, at }));
  return (
    <span className={classes.lines}>
      {lines.map((line) => (
        <Line key={line.at} line={line} />
      ))}
    </span>
  );
};

const Line = ({ line: { mark, text } }: { line: DiffLine }) => {
  const { t } = useTranslation('sync');
  if (mark === 'same') {
    return (
      <span className={classes.textLine} dir="auto">
        {text}
      </span>
    );
  }
  const Element = mark === 'added' ? 'ins' : 'del';
  return (
    <Element className={classes.textLine} data-mark={mark} dir="auto">
      <VisuallyHidden>{t(`conflict.line-${mark}`)} </VisuallyHidden>
      {text}
    </Element>
  );
};

type FieldChoiceProps = {
  kind: RecordKind;
  field: ConflictingField;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
  /**
   * Says where the version of each side is. By default, this is “on this computer” and “on the service”.
   */
  where?: Record<Choice, string>;
};

/**
 * The values of one field in the base, in `mine`, and in `theirs`, with the choice between `mine` and
 * `theirs`.
 */
export const FieldChoice = ({ kind, field, choice, onChoose, where }: FieldChoiceProps) => {
  const { t } = useTranslation('sync');
  const name = useId();
  const label = fieldName(field.field);
  const textOf = (value: unknown): string | null => fieldText(kind, field.field, value);
  const origin = textOf(field.base);
  return (
    <div
      aria-label={t('conflict.choice', { what: label })}
      className={classes.field}
      role="radiogroup"
    >
      <h3 className={classes.name}>{label}</h3>
      <div className={classes.versions}>
        <div className={classes.origin}>
          <span className={classes.side}>{t('conflict.origin')}</span>
          <ValueText origin={origin} text={origin} />
        </div>
        {(['mine', 'theirs'] as const).map((side) => (
          <label className={classes.card} data-chosen={choice === side || undefined} key={side}>
            <span className={classes.side}>
              <input
                checked={choice === side}
                name={name}
                onChange={() => onChoose(side)}
                type="radio"
              />
              {t(`conflict.${side}`)}
              <span className={classes.sideHint}>
                {where?.[side] ?? t(`conflict.${side}-explain`)}
              </span>
            </span>
            <ValueText origin={origin} text={textOf(field[side])} />
          </label>
        ))}
      </div>
    </div>
  );
};

type ConflictingField = Extract<Conflict, { type: 'fields' }>['fields'][number];
