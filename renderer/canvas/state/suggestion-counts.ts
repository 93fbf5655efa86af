import { create } from 'zustand';

/** The number of suggested threats for each element of the open canvas, and for its whole model. */
type SuggestionCounts = { byElement: ReadonlyMap<string, number>; inModel: number };

export const useSuggestionCounts = create<SuggestionCounts>(() => ({
  byElement: new Map(),
  inModel: 0,
}));

export const showSuggestionCounts = (counts: SuggestionCounts): void =>
  useSuggestionCounts.setState(counts);
