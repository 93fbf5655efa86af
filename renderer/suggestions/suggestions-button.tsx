import { Button } from '@mantine/core';
import { Lightbulb } from 'lucide-react';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { useSuggestionCounts } from '../canvas/state/suggestion-counts.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { showSuggestions, useChoice } from './suggestion-choice.ts';

/**
 * Shows the number of threats that are suggested for an element, or for the model if `elementId` is
 * `null`. A click opens the list of these threats. The button is visible even without suggestions,
 * because their number arrives late, and a new button would move the content below.
 */
export const SuggestionsButton = ({ elementId }: { elementId: string | null }) => {
  const { t } = useTranslation('suggestions');
  const openModel = useCanvas((state) => state.modelId);
  const count = useSuggestionCounts(({ byElement, inModel, modelId }) => {
    if (elementId !== null) return byElement.get(elementId) ?? 0;
    // If the last search was for another model, its number is not shown.
    return modelId === openModel ? inModel : 0;
  });
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
