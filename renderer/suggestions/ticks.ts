import { create } from 'zustand';
import type { Suggestion } from '#shared/suggestions/suggest.ts';

type Unticked = ReadonlySet<string>;

/** The suggestions that are not ticked. All other suggestions are ticked. */
export const useTicks = create<{ unticked: Unticked }>(() => ({ unticked: new Set() }));

export const isTicked = ({ key }: Suggestion, unticked: Unticked): boolean => !unticked.has(key);

/** Ticks the given suggestions. If all of them are already ticked, unticks them. */
export const tick = (suggestions: readonly Suggestion[]): void =>
  useTicks.setState(({ unticked }) => {
    const wasTicked = suggestions.every((suggestion) => isTicked(suggestion, unticked));
    const next = new Set(unticked);
    for (const { key } of suggestions) {
      if (wasTicked) next.add(key);
      else next.delete(key);
    }
    return { unticked: next };
  });
