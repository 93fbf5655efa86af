import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { Notice } from '../../ui/notice.tsx';
import { desktop } from './desktop.ts';
import { showError } from './errors.tsx';

type SavedFile = { handle: string; text: string; action: string };

/** Tells the name of a saved file and offers to show it in the file manager, until the person closes it. */
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

/** A dialog that receives dropped files instead of the import dialog. */
export const useDropTaker = create<{ taker: Taker | null }>(() => ({ taker: null }));

/** Receives dropped files until the returned function is called. */
export const takeDropped = (taker: Taker): (() => void) => {
  useDropTaker.setState({ taker });
  return () => useDropTaker.setState((state) => (state.taker === taker ? { taker: null } : state));
};
