import {
  Box,
  Folder,
  MessageSquare,
  PenTool,
  ShieldAlert,
  ShieldCheck,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './sync-panel.module.css';

export const recordKindIcons: Record<RecordKind, LucideIcon> = {
  collection: Folder,
  threatModel: Waypoints,
  canvas: PenTool,
  component: Box,
  threat: ShieldAlert,
  mitigation: ShieldCheck,
  comment: MessageSquare,
};

type Props = {
  kind: RecordKind;
  title: string;
  about: string;
  /** The content at the start of the line. */
  mark?: ReactNode;
  /** The content at the end of the line. */
  action?: ReactNode;
  /** The content below the line. */
  children?: ReactNode;
};

/**
 * One record in the panel: the icon of its kind, its title, the name of its kind, and a description. The
 * name of the kind is left out if the title is the same.
 */
export const RecordLine = ({ kind, title, about, mark, action, children }: Props) => {
  const { t } = useTranslation('sync');
  const Icon = recordKindIcons[kind];
  const kindName = t(`kind.${kind}`);
  return (
    <li className={classes.line}>
      {mark}
      <Icon aria-hidden className={classes.lineIcon} size={15} />
      <div className={classes.lineText}>
        <span className={classes.lineHead}>
          <strong className={classes.title} dir="auto" title={title}>
            {title.trim() === '' ? t('untitled') : title}
          </strong>
          {title.trim() !== kindName && <span className={classes.kind}>{kindName}</span>}
        </span>
        <span className={classes.about}>{about}</span>
        {children}
      </div>
      {action}
    </li>
  );
};
