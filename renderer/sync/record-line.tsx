import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#shared/desktop/records.ts';
import { recordKindIcons } from './record-kind-icons.ts';
import classes from './sync-panel.module.css';

type Props = {
  kind: RecordKind;
  title: string;
  about: string;
  /** Stands at the end of the line. */
  action?: ReactNode;
  /** Stands below. */
  children?: ReactNode;
};

/** One record in the panel: its kind by icon and word, its title, and what there is to say of it. */
export const RecordLine = ({ kind, title, about, action, children }: Props) => {
  const { t } = useTranslation('sync');
  const Icon = recordKindIcons[kind];
  return (
    <li className={classes.line}>
      <Icon aria-hidden className={classes.lineIcon} size={15} />
      <div className={classes.lineText}>
        <span className={classes.lineHead}>
          <strong className={classes.title} dir="auto" title={title}>
            {title.trim() === '' ? t('untitled') : title}
          </strong>
          <span className={classes.kind}>{t(`kind.${kind}`)}</span>
        </span>
        <span className={classes.about}>{about}</span>
        {children}
      </div>
      {action}
    </li>
  );
};
