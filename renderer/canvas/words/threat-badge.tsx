import i18next from 'i18next';
import { isPriority, SeverityIcon } from '../../kernel/records/severity.tsx';
import { priorityName, type Threats } from './spoken.ts';
import classes from './threat-badge.module.css';

/**
 * The number of open threats and their highest priority. The accessible name of the element says
 * both in words.
 */
export const ThreatBadge = ({ threats: { count, priority } }: { threats: Threats }) => {
  if (count === 0) return null;
  const worst = priority ?? '';
  return (
    <span
      aria-hidden
      className={classes.badge}
      data-priority={isPriority(worst) ? worst : 'none'}
      title={i18next.t('badge', { ns: 'canvas', count, priority: priorityName(worst) })}
    >
      <SeverityIcon priority={worst} size={12} />
      {count}
    </span>
  );
};
