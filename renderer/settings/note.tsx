import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './note.module.css';

const tones = {
  info: { icon: Info, role: undefined },
  good: { icon: CircleCheck, role: 'status' },
  bad: { icon: TriangleAlert, role: 'alert' },
} as const;

type NoteProps = { tone: keyof typeof tones; title?: string; children: ReactNode };

/** A few words between the fields of a form; what came of something is spoken as well. */
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
