import { Spotlight, type SpotlightProps, type SpotlightStore } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { restoreFocus } from './focus.ts';
import classes from './search-dialog.module.css';

type Props = Pick<SpotlightProps, 'actions' | 'nothingFound'> &
  Partial<Pick<SpotlightProps, 'query' | 'onQueryChange'>> & {
    store: SpotlightStore;
    title: string;
    placeholder: string;
    fieldLabel: string;
    /** Called after the dialog was closed. `isFocusLost` if the element focused before is gone. */
    onClose?: (isFocusLost: boolean) => void;
  };

const shownAtMost = 60;

/** A list in a dialog that can be filtered by typing. */
export const SearchDialog = ({ title, placeholder, fieldLabel, onClose, ...props }: Props) => {
  const focusBefore = useRef<Element | null>(null);
  const { store, actions, query = '' } = props;
  useEffect(() => {
    if (query.trim() !== '' && actions.length > 0) selectFirst(store);
  }, [store, actions, query]);
  return (
    <Spotlight
      {...props}
      attributes={{ content: { 'aria-label': title } }}
      classNames={{
        action: classes.action,
        actionBody: classes.body,
        actionDescription: classes.description,
        actionsGroup: classes.group,
      }}
      limit={shownAtMost}
      maxHeight="60vh"
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      onSpotlightClose={() => {
        const isRestored = restoreFocus(focusBefore.current);
        onClose?.(!isRestored);
      }}
      onSpotlightOpen={() => {
        focusBefore.current = document.activeElement;
      }}
      // The library would take the focus from a field that the chosen action opened.
      returnFocus={false}
      scrollable
      searchProps={{ leftSection: <Search />, placeholder, 'aria-label': fieldLabel }}
      shortcut={null}
      size={560}
      // Opens without an animation, so that text typed right after the shortcut goes into the field.
      transitionProps={{ duration: 0 }}
    />
  );
};

/**
 * Selects the first entry if none is selected. The library does so only when the text changes, and
 * entries may arrive later.
 */
const selectFirst = (store: SpotlightStore): void => {
  const list = document.getElementById(store.getState().listId);
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
};
