import { Check } from 'lucide-react';
import { useId } from 'react';
import { elementColors } from '#shared/canvas/canvas-colors.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { setColorOf } from '../edits/element-actions.ts';
import classes from './color-swatches.module.css';

type Props = {
  /** The nodes and flows that get the chosen color. */
  ids: readonly string[];
  /**
   * The color that all these elements have. `null` is the default color, and `undefined` means that the
   * colors differ.
   */
  color: string | null | undefined;
};

/** Lets the person choose a color from a small set. The first color is the default. */
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
