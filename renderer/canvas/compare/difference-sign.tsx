import { useTranslation } from 'react-i18next';
import { differenceKinds, type DifferenceKind } from './difference-kinds.ts';
import classes from './difference-sign.module.css';

/** Sign and word of a difference, in its colour. */
export const DifferenceSign = ({ kind }: { kind: DifferenceKind }) => {
  const { t } = useTranslation('canvas');
  const { icon: Icon, textKey } = differenceKinds[kind];
  return (
    <span className={classes.sign} data-difference={kind}>
      <Icon aria-hidden size={12} strokeWidth={2.5} />
      {t(textKey)}
    </span>
  );
};
