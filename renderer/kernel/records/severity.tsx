import {
  ArrowDown,
  CircleQuestionMark,
  Equal,
  OctagonAlert,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { priorities, type Priority } from '#shared/api/enumerations.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import classes from './severity.module.css';

/** Each priority has a color, an icon with its own shape, and a word. */
export const severities = {
  low: { color: 'var(--severity-low)', icon: ArrowDown, textKey: 'priority.low' },
  medium: { color: 'var(--severity-medium)', icon: Equal, textKey: 'priority.medium' },
  high: { color: 'var(--severity-high)', icon: TriangleAlert, textKey: 'priority.high' },
  critical: { color: 'var(--severity-critical)', icon: OctagonAlert, textKey: 'priority.critical' },
} as const satisfies Record<Priority, { color: string; icon: LucideIcon; textKey: string }>;

export const isPriority = (value: string): value is Priority =>
  (priorities as readonly string[]).includes(value);

/**
 * The icon of a priority in its color. The icon has no accessible name, so show the name of the priority
 * beside it or in the accessible name of the element around it.
 */
export const SeverityIcon = ({ priority, size = 16 }: { priority: string; size?: number }) => {
  const known = isPriority(priority) ? severities[priority] : null;
  const Icon = known?.icon ?? CircleQuestionMark;
  const color = known?.color ?? 'var(--severity-none)';
  return <Icon className={classes.icon} color={color} size={size} />;
};

/** The color, icon, and word of a priority. An unknown priority is shown as it is. */
export const SeverityBadge = ({ priority }: { priority: string }) => {
  const { t } = useTranslation('threats');
  const known = isPriority(priority) ? severities[priority] : null;
  return (
    <span className={classes.badge} style={{ color: known?.color ?? 'var(--severity-none)' }}>
      <SeverityIcon priority={priority} size={14} />
      {known ? t(known.textKey) : priority}
    </span>
  );
};

/**
 * Returns the sort rank of a priority, which is 0 for the highest priority. Unknown priorities are last.
 */
export const priorityRank = (priority: string): number => {
  const index = (priorities as readonly string[]).indexOf(priority);
  return index === -1 ? priorities.length : priorities.length - 1 - index;
};
