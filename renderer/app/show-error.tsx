import { notifications } from '@mantine/notifications';
import { TriangleAlert } from 'lucide-react';
import { errorText, isAbort } from './error-text.ts';

/** Tells of a command that failed; stays until it is closed. */
export const showError = (error: unknown): void => {
  if (isAbort(error)) return;
  const { title, text, detail } = errorText(error);
  notifications.show({
    autoClose: false,
    color: 'red',
    icon: <TriangleAlert />,
    title,
    message: detail === undefined ? text : `${text} (${detail})`,
  });
};
