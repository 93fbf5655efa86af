import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { Notice } from '../../ui/notice.tsx';
import { desktop } from './desktop.ts';
import { showError } from './errors.tsx';

type SavedFile = { handle: string; text: string; action: string };

/**
 * Shows a notification about a saved file until the person closes it. The notification offers to show
 * the file in the file manager.
 */
export const showSavedFile = ({ handle, text, action }: SavedFile): void => {
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

type Taker = (handle: string) => void;

/**
 * The function that receives dropped files. An open dialog sets it. If it is `null`, the import dialog
 * receives the files.
 */
export const useDropTaker = create<{ taker: Taker | null }>(() => ({ taker: null }));

/** Calls `taker` with dropped files until the returned function is called. */
export const takeDropped = (taker: Taker): (() => void) => {
  useDropTaker.setState({ taker });
  return () => useDropTaker.setState((state) => (state.taker === taker ? { taker: null } : state));
};
