import { Plus } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type Ref } from 'react';
import classes from './name-field.module.css';

type NameFieldProps = {
  label: string;
  name: string;
  /**
   * True if `name` is only a suggestion. `rename` is then called even if the person leaves the name
   * unchanged.
   */
  isNew?: boolean;
  rename: (name: string) => void;
  /** Called once when editing ends, with or without a new name. */
  onDone: () => void;
};

const longestTitle = 500;

const focusAll = (input: HTMLInputElement | null): void => input?.select();

/**
 * A field that edits a name in place. Enter or blur saves the name, unless it is empty. Escape keeps the
 * old name.
 */
export const NameField = ({ label, name, isNew = false, rename, onDone }: NameFieldProps) => {
  const isDone = useRef(false);

  const finish = (value: string | null): void => {
    if (isDone.current) return;
    isDone.current = true;
    const title = value?.trim() ?? '';
    if (title !== '' && (isNew || title !== name)) rename(title);
    onDone();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Keeps arrow keys, Enter, and Delete from the parent element, which handles these keys too.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Keeps Enter from also pressing the element that gets the focus next.
      event.preventDefault();
      finish(event.currentTarget.value);
    }
    if (event.key === 'Escape') finish(null);
  };

  return (
    <input
      aria-label={label}
      className={classes.field}
      defaultValue={name}
      dir="auto"
      maxLength={longestTitle}
      onBlur={(event) => finish(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      ref={focusAll}
    />
  );
};

type QuickAddProps = {
  label: string;
  placeholder: string;
  add: (title: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/** A field that adds a record on Enter and then becomes empty, ready for the next record. */
export const QuickAdd = ({ label, placeholder, add, ref }: QuickAddProps) => {
  const [title, setTitle] = useState('');

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && title !== '') {
      event.stopPropagation();
      setTitle('');
    }
    if (event.key !== 'Enter' || title.trim() === '') return;
    add(title.trim());
    setTitle('');
  };

  return (
    <label className={classes.root}>
      <Plus className={classes.icon} />
      <input
        aria-label={label}
        className={classes.input}
        dir="auto"
        maxLength={500}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        ref={ref}
        value={title}
      />
    </label>
  );
};
