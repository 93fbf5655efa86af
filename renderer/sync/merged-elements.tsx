import { useTranslation } from 'react-i18next';
import { DifferenceSign } from '../canvas/compare/difference-sign.tsx';
import { MoreButton, useBeginning } from './beginning.tsx';
import type { CanvasVersions, ChangedElement } from './canvas-choices.ts';
import { ElementName } from './element-name.tsx';
import classes from './canvas-conflict.module.css';

type Props = {
  merged: readonly ChangedElement[];
  versions: CanvasVersions;
  selected: string | null;
  onFly: (key: string) => void;
};

const shownAtFirst = 50;

/** What only one side changed: both are kept, and it is listed so that nothing comes unseen. */
export const MergedElements = ({ merged, versions, selected, onFly }: Props) => {
  const { t } = useTranslation('sync');
  const { shown, hidden, showMore } = useBeginning(merged, shownAtFirst);
  return (
    <section aria-label={t('conflict.merged')} className={classes.merged}>
      <h3 className={classes.mergedTitle}>{t('conflict.merged')}</h3>
      <p className={classes.hint}>{t('conflict.merged-explain')}</p>
      <ul className={classes.mergedList}>
        {shown.map((changed) => (
          <li className={classes.mergedLine} key={changed.key}>
            <ElementName
              changed={changed}
              isSelected={selected === changed.key}
              onFly={() => onFly(changed.key)}
              versions={versions}
            />
            {(['mine', 'theirs'] as const).map(
              (side) =>
                changed[side] && (
                  <span className={classes.mergedSide} key={side}>
                    {t(`conflict.${side}`)}
                    <DifferenceSign kind={changed[side].kind} />
                  </span>
                ),
            )}
          </li>
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
    </section>
  );
};
