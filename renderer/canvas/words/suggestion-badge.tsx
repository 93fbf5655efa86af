import i18next from 'i18next';
import { Lightbulb } from 'lucide-react';
import { useArrangeSettings } from '../state/arrange-settings.ts';
import { useSuggestionCounts } from '../state/suggestion-counts.ts';
import classes from './suggestion-badge.module.css';

/** The number of suggested threats of an element, unless the person has switched off these numbers. */
export const SuggestionBadge = ({ id }: { id: string }) => {
  const isShown = useArrangeSettings(({ suggestionCountsShown }) => suggestionCountsShown);
  const count = useSuggestionCounts(({ byElement }) => byElement.get(id) ?? 0);
  if (!isShown || count === 0) return null;
  return (
    <span
      aria-hidden
      className={classes.badge}
      title={i18next.t('suggestions', { ns: 'canvas', count })}
    >
      <Lightbulb size={11} />
      {count}
    </span>
  );
};
