import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightFilterFunction,
  type SpotlightProps,
  type SpotlightStore,
} from '@mantine/spotlight';
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
    /**
     * Called after the dialog was closed. `isFocusLost` is true if the focus could not return to the
     * element that had it before the dialog was opened.
     */
    onClose?: (isFocusLost: boolean) => void;
  };

const maxEntries = 60;

type Entries = ReturnType<SpotlightFilterFunction>;

const missing = 3;

/**
 * Returns 0 if a word of the label begins with the query, 1 if the label contains the query elsewhere,
 * and 2 if only the description or a keyword contains it. Otherwise returns 3.
 */
const rankOf = (entry: SpotlightActionData, query: string): number => {
  const label = entry.label?.toLocaleLowerCase() ?? '';
  if (label.startsWith(query) || label.includes(` ${query}`)) return 0;
  if (label.includes(query)) return 1;
  const others = [entry.description ?? '', entry.keywords ?? []].flat();
  return others.some((text) => text.trim().toLocaleLowerCase().includes(query)) ? 2 : missing;
};

/**
 * Returns the entries that contain the query, sorted by rank. For example, “ap” finds “API” before
 * “Graph”. A group has the rank of its best entry. This replaces Mantine's own filter, which only tests
 * whether an entry contains the text.
 */
export const ranked: SpotlightFilterFunction = (text, entries) => {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return entries;
  return entries
    .map((each) => {
      const actions = ('actions' in each ? each.actions : [each])
        .map((entry) => ({ entry, rank: rankOf(entry, query) }))
        .filter(({ rank }) => rank < missing)
        .toSorted((one, other) => one.rank - other.rank);
      const found = actions.map(({ entry }) => entry);
      const visible: Entries = 'actions' in each ? [{ ...each, actions: found }] : found;
      return { visible, best: actions[0]?.rank ?? missing };
    })
    .filter(({ best }) => best < missing)
    .toSorted((one, other) => one.best - other.best)
    .flatMap(({ visible }) => visible);
};

/** A dialog with a list that is filtered by typing. */
export const SearchDialog = ({ title, placeholder, fieldLabel, onClose, ...props }: Props) => {
  const focusBefore = useRef<Element | null>(null);
  /**
   * The query for which the person last selected an entry with the arrow keys, or `null` if there was
   * none. While the query stays the same, the selection stays too, even if more entries arrive.
   */
  const moved = useRef<string | null>(null);
  const { store, actions, query = '' } = props;
  useEffect(() => {
    if (query.trim() !== '' && actions.length > 0 && moved.current !== query) selectFirst(store);
  }, [store, actions, query]);
  return (
    <Spotlight
      {...props}
      // The dialog is below the title bar instead of in the middle, so that the field stays in place
      // while the list changes.
      centered={false}
      attributes={{ content: { 'aria-label': title } }}
      classNames={{
        action: classes.action,
        actionBody: classes.body,
        actionDescription: classes.description,
        actionsGroup: classes.group,
      }}
      filter={ranked}
      limit={maxEntries}
      maxHeight="60vh"
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      onSpotlightClose={() => {
        const isRestored = restoreFocus(focusBefore.current);
        onClose?.(!isRestored);
      }}
      onSpotlightOpen={() => {
        focusBefore.current = document.activeElement;
      }}
      // Keeps Mantine from taking the focus from a field that the chosen action opened.
      returnFocus={false}
      scrollable
      searchProps={{
        leftSection: <Search />,
        placeholder,
        'aria-label': fieldLabel,
        onKeyDown: ({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') moved.current = query;
        },
      }}
      shortcut={null}
      size={560}
      // Opens without an animation, so that text typed right after the shortcut goes into the field.
      transitionProps={{ duration: 0 }}
      yOffset="12vh"
    />
  );
};

/**
 * Selects the first entry. Mantine does this only when the query changes, but entries that arrive later
 * may be listed before the selected entry.
 */
const selectFirst = (store: SpotlightStore): void => {
  const list = document.getElementById(store.getState().listId);
  const first = list?.querySelector('[data-action]');
  if (!list || !first || first.hasAttribute('data-selected')) return;
  for (const each of list.querySelectorAll('[data-selected]')) {
    each.removeAttribute('data-selected');
  }
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
};
