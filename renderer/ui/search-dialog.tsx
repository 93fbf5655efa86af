import { Spotlight, type SpotlightProps } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import classes from './search-dialog.module.css';

type Props = Pick<
  SpotlightProps,
  'actions' | 'nothingFound' | 'onSpotlightClose' | 'returnFocus' | 'store'
> & { title: string; placeholder: string; fieldLabel: string };

const shownAtMost = 60;

/** A list in the middle of the window that is narrowed down by typing. */
export const SearchDialog = ({ title, placeholder, fieldLabel, ...props }: Props) => (
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
    scrollable
    searchProps={{ leftSection: <Search />, placeholder, 'aria-label': fieldLabel }}
    shortcut={null}
    size={560}
    // There at once, so that what is typed right after the key that opens it goes into it.
    transitionProps={{ duration: 0 }}
  />
);
