import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFirstFocus } from './focus.ts';
import classes from './note.module.css';

const tones = {
  info: { icon: Info, role: undefined },
  good: { icon: CircleCheck, role: 'status' },
  bad: { icon: TriangleAlert, role: 'alert' },
} as const;

type NoteProps = { tone: keyof typeof tones; title?: string; children: ReactNode };

/**
 * A short text in a form or on a page. Screen readers announce a note with the tone `good` or `bad` when
 * it appears.
 */
export const Note = ({ tone, title, children }: NoteProps) => {
  const { icon: Icon, role } = tones[tone];
  return (
    <div aria-label={title} className={classes.note} data-tone={tone} role={role}>
      <Icon aria-hidden />
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
};

/** A view whose control with `data-autofocus` gets the focus when the view appears. */
export const FocusedView = ({ children }: { children: ReactNode }) => {
  const view = useFirstFocus();
  return <div ref={view}>{children}</div>;
};
