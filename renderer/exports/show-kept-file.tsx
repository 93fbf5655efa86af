import { notifications } from '@mantine/notifications';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { Notice } from '../ui/notice.tsx';

type KeptFile = { handle: string; text: string; action: string };

/** Says under which name a file was kept, and shows it in the file manager; stays until closed. */
export const showKeptFile = ({ handle, text, action }: KeptFile): void => {
  notifications.show({
    autoClose: false,
    message: (
      <Notice
        action={action}
        onAction={() => void desktop.exports.reveal({ handle }).catch(showError)}
        text={text}
      />
    ),
  });
};
