import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { Choice } from './conflict-choices.ts';
import { fieldName } from './field-name.ts';
import { fieldText } from './field-text.ts';
import type { ConflictingField } from './fields-conflict.tsx';
import { ShownText } from './shown-text.tsx';
import classes from './choice.module.css';

type Props = {
  kind: RecordKind;
  field: ConflictingField;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

/** One field as it was, as it is here and as the service has it. */
export const FieldChoice = ({ kind, field, choice, onChoose }: Props) => {
  const { t } = useTranslation('sync');
  const name = useId();
  const what = fieldName(field.field);
  const textOf = (value: unknown): string | null => fieldText(kind, field.field, value);
  const origin = textOf(field.base);
  return (
    <div aria-label={t('conflict.choice', { what })} className={classes.field} role="radiogroup">
      <h3 className={classes.name}>{what}</h3>
      <div className={classes.versions}>
        <div className={classes.origin}>
          <span className={classes.side}>{t('conflict.origin')}</span>
          <ShownText origin={origin} text={origin} />
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
              <span className={classes.sideHint}>{t(`conflict.${side}-explain`)}</span>
            </span>
            <ShownText origin={origin} text={textOf(field[side])} />
          </label>
        ))}
      </div>
    </div>
  );
};
