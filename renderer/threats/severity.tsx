import {
  ArrowDown,
  CircleQuestionMark,
  Equal,
  OctagonAlert,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { priorities, type Priority } from '#shared/api/enumerations.ts';
import classes from './severity.module.css';

/** How bad a threat is: each priority has a colour, an icon of its own shape, and a word. */
export const severities = {
  low: { color: 'var(--severity-low)', icon: ArrowDown, textKey: 'priority.low' },
  medium: { color: 'var(--severity-medium)', icon: Equal, textKey: 'priority.medium' },
  high: { color: 'var(--severity-high)', icon: TriangleAlert, textKey: 'priority.high' },
  critical: { color: 'var(--severity-critical)', icon: OctagonAlert, textKey: 'priority.critical' },
} as const satisfies Record<Priority, { color: string; icon: LucideIcon; textKey: string }>;

export const isPriority = (value: string): value is Priority =>
  (priorities as readonly string[]).includes(value);

/** The icon alone, in its colour; the word stands beside it or in the name of what holds it. */
export const SeverityIcon = ({ priority, size = 16 }: { priority: string; size?: number }) => {
  const known = isPriority(priority) ? severities[priority] : null;
  const Icon = known?.icon ?? CircleQuestionMark;
  const color = known?.color ?? 'var(--severity-none)';
  return <Icon className={classes.icon} color={color} size={size} />;
};

/** Colour, icon and word. A priority that we do not know is shown as it is. */
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
