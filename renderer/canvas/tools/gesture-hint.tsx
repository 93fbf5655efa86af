import { useTranslation } from 'react-i18next';
import { useGesture } from '../gesture.ts';
import classes from './gesture-hint.module.css';

/** What the next click does, for as long as it is not the usual thing. */
export const GestureHint = () => {
  const { t } = useTranslation(['canvas', 'flows']);
  const placing = useGesture((gesture) => gesture.placing);
  const isConnecting = useGesture((gesture) => gesture.isConnecting);
  const isAiming = useGesture(({ connection }) => connection?.isHeld === false);
  const movedEnd = useGesture(({ connection }) => connection?.moves?.end);
  const text = placing
    ? t(`place.${placing}`)
    : isConnecting
      ? t('connect.chooseSource')
      : isAiming
        ? movedEnd
          ? t(`flows:choose.${movedEnd}`)
          : t('connect.chooseTarget')
        : '';
  return (
    <div aria-live="polite" className={classes.place}>
      {text && <p className={classes.hint}>{text}</p>}
    </div>
  );
};
