import { useRef, type KeyboardEvent } from 'react';
import classes from './name-field.module.css';

type NameFieldProps = {
  label: string;
  name: string;
  /** What has the name does not exist yet: keeping the name as it is makes it. */
  isNew?: boolean;
  rename: (name: string) => void;
  /** Called once, whether a new name was given or not. */
  onDone: () => void;
};

const longestTitle = 500;

const focusAll = (input: HTMLInputElement | null): void => input?.select();

/** Edits a name in its place: Enter or leaving keeps it, Escape and an empty name do not. */
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
    // What it stands in has keys of its own: arrows, Enter, Delete.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Or it would press what has the focus next.
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
