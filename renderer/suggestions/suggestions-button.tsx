import { Button } from '@mantine/core';
import { Lightbulb } from 'lucide-react';
import { useSuggestionCounts } from '../canvas/state/suggestion-counts.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { showSuggestions, useChoice } from './suggestion-choice.ts';

/**
 * Says how many threats are suggested for an element, or the model (`null`), and lists them. Always
 * there, because the number arrives late and would move what is below.
 */
export const SuggestionsButton = ({ elementId }: { elementId: string | null }) => {
  const { t } = useTranslation('suggestions');
  const count = useSuggestionCounts(({ byElement, inModel }) =>
    elementId === null ? inModel : (byElement.get(elementId) ?? 0),
  );
  const show = (): void => {
    useChoice.setState({ scope: elementId === null ? 'model' : 'selection' });
    showSuggestions();
  };
  return (
    <Button
      leftSection={<Lightbulb aria-hidden size={14} />}
      onClick={show}
      size="compact-xs"
      variant="subtle"
    >
      {count === 0 ? t('label.button') : t('pending', { count })}
    </Button>
  );
};
