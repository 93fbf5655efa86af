import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { elementColors } from '#shared/canvas/document.ts';
import { setColorOf } from './element-actions.ts';
import classes from './color-swatches.module.css';

type Props = {
  /** Nodes and flows that are coloured together. */
  ids: readonly string[];
  /** The colour that all of them have; `undefined` where they differ. */
  color: string | null | undefined;
};

/** The small set of colours, of which one is chosen; the first is that of the kind. */
export const ColorSwatches = ({ ids, color }: Props) => {
  const { t } = useTranslation('elements');
  const name = useId();
  return (
    <div aria-label={t('color.label')} className={classes.row} role="radiogroup">
      {[null, ...elementColors].map((each) => {
        const key = each ?? 'none';
        const isChosen = color === each;
        return (
          <label className={classes.swatch} data-color={each} key={key} title={t(`color.${key}`)}>
            <input
              aria-label={t(`color.${key}`)}
              checked={isChosen}
              className={classes.radio}
              name={name}
              onChange={() => setColorOf(ids, each)}
              type="radio"
            />
            {isChosen && <Check aria-hidden size={12} strokeWidth={2.5} />}
          </label>
        );
      })}
    </div>
  );
};
