import { Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type Ref } from 'react';
import classes from './quick-add.module.css';

type Props = {
  label: string;
  placeholder: string;
  add: (title: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/** One line that adds a record with Enter and is ready for the next one. */
export const QuickAdd = ({ label, placeholder, add, ref }: Props) => {
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
