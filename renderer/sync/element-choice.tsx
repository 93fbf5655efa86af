import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DifferenceSign } from '../canvas/compare/difference-sign.tsx';
import { labelIn, type CanvasVersions, type ChangedElement } from './canvas-choices.ts';
import type { Choice } from './conflict-choices.ts';
import { ElementName } from './element-name.tsx';
import { elementValues } from './element-values.ts';
import classes from './canvas-conflict.module.css';
import card from './choice.module.css';

type Props = {
  changed: ChangedElement;
  versions: CanvasVersions;
  choice: Choice | undefined;
  isSelected: boolean;
  onChoose: (choice: Choice) => void;
  onFly: () => void;
};

/** An element that both sides changed: what each did to it, and which of them it is to be. */
export const ElementChoice = ({ changed, versions, choice, onChoose, ...name }: Props) => {
  const { t } = useTranslation('sync');
  const group = useId();
  const what = labelIn(versions.mine, changed) ?? labelIn(versions.theirs, changed) ?? '';
  return (
    <div aria-label={t('conflict.choice', { what })} className={classes.choice} role="radiogroup">
      <ElementName changed={changed} versions={versions} {...name} />
      <div className={classes.pair}>
        {(['mine', 'theirs'] as const).map((side) => (
          <label className={card.card} data-chosen={choice === side || undefined} key={side}>
            <span className={card.side}>
              <input
                checked={choice === side}
                name={group}
                onChange={() => {
                  onChoose(side);
                  name.onFly();
                }}
                type="radio"
              />
              {t(`conflict.${side}`)}
            </span>
            {changed[side] ? (
              <DifferenceSign kind={changed[side].kind} />
            ) : (
              <span className={card.sideHint}>{t('conflict.unchanged')}</span>
            )}
            {elementValues(versions, changed, side).map(({ field, text }) => (
              <span className={classes.value} dir="auto" key={field}>
                {text}
              </span>
            ))}
          </label>
        ))}
      </div>
    </div>
  );
};
