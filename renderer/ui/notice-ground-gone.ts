import { notifications } from '@mantine/notifications';
import { t } from 'i18next';

/** Says that an undo or redo did nothing, because what it was about is not there any more. */
export const noticeGroundGone = (direction: 'undo' | 'redo'): void =>
  void notifications.show({ id: 'ground-gone', message: t(`ground-gone.${direction}`) });
