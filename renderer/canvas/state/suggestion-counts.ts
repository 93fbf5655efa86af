import { create } from 'zustand';

/** The number of suggested threats for each element of the open canvas, and for its whole model. */
type SuggestionCounts = {
  byElement: ReadonlyMap<string, number>;
  inModel: number;
  /** The model that was open when the suggestions were counted. */
  modelId: string | null;
};

export const useSuggestionCounts = create<SuggestionCounts>(() => ({
  byElement: new Map(),
  inModel: 0,
  modelId: null,
}));

export const showSuggestionCounts = (counts: SuggestionCounts): void =>
  useSuggestionCounts.setState(counts);
