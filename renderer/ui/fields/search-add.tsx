import { Combobox, useCombobox } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import classes from './name-field.module.css';

type Offer = { id: string; content: ReactNode };

type Props = {
  label: string;
  placeholder: string;
  /** The accessible name of the list of offers. */
  listLabel: string;
  /** Returns the offers that match the typed text. */
  offersFor: (text: string) => readonly Offer[];
  /** Called when the field gets the focus, so that offers can be loaded before the person types. */
  onFocus: () => void;
  /** Adds a record with the typed title. */
  add: (title: string) => void;
  /** Adds an offer. */
  choose: (id: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A field that adds a record on Enter and then becomes empty, ready for the next record. Offers that
 * match the typed text are listed below the field. Enter adds the offer that was selected with the arrow
 * keys. If no offer is selected, Enter adds a record with the typed title.
 */
export const SearchAdd = (props: Props) => {
  const { label, placeholder, listLabel, offersFor, onFocus, add, choose, ref } = props;
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const offers = text.trim() === '' ? [] : offersFor(text);

  const clear = (): void => {
    setText('');
    combobox.closeDropdown();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      clear();
    }
    const isChosen = combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1;
    if (event.key !== 'Enter' || isChosen || text.trim() === '') return;
    add(text.trim());
    clear();
  };

  return (
    <Combobox
      floatingStrategy="fixed"
      onOptionSubmit={(id) => {
        choose(id);
        clear();
      }}
      store={combobox}
      withinPortal={false}
    >
      <label className={classes.root}>
        <Plus className={classes.icon} />
        <Combobox.Target>
          <input
            aria-label={label}
            className={classes.input}
            dir="auto"
            maxLength={500}
            onBlur={() => combobox.closeDropdown()}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
            placeholder={placeholder}
            ref={ref}
            value={text}
          />
        </Combobox.Target>
      </label>
      <Combobox.Dropdown hidden={offers.length === 0}>
        <Combobox.Options aria-label={listLabel} className={classes.offers}>
          {offers.map(({ id, content }) => (
            <Combobox.Option key={id} value={id}>
              {content}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
