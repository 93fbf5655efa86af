import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** What is done sooner is seen anyway, in milliseconds. */
const after = 500;

/** Says that something is under way where it takes longer. The answer takes that away again. */
export const showBusyLater = (message: () => ReactNode): (() => void) => {
  let id: string | null = null;
  const timer = setTimeout(() => {
    id = notifications.show({
      autoClose: false,
      allowClose: false,
      loading: true,
      message: message(),
    });
  }, after);
  return () => {
    clearTimeout(timer);
    if (id !== null) notifications.hide(id);
  };
};
