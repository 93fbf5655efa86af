import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

const id = 'locked';

/** Says why nothing happened, or not to all of what is selected. */
export const noticeLocked = (refused: 'move' | 'resize' | 'delete'): void => {
  notifications.hide(id);
  notifications.show({ id, message: i18next.t(`refused.${refused}`, { ns: 'elements' }) });
};
