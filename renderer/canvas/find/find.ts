import { create } from 'zustand';
import { useCanvas } from '../canvas-store.ts';
import { flyTo, goToElement, rememberPlace, revealElement } from '../places/travel.ts';
import { search } from './searchable.ts';

type Find = {
  isOpen: boolean;
  /** Counts how often it was asked for: the field takes the focus each time. */
  asked: number;
  query: string;
  hits: readonly string[];
  /** Which of the hits is shown. */
  at: number;
};

const nothing = { query: '', hits: [], at: 0 };

/** Looking for something on the open canvas. */
export const useFind = create<Find>(() => ({ isOpen: false, asked: 0, ...nothing }));

/** What is seen while one types is one way, to come back from to where it began. */
export const openFind = (): void => {
  rememberPlace();
  useFind.setState(({ asked }) => ({ isOpen: true, asked: asked + 1 }));
};

const shownHit = (): string | undefined => {
  const { hits, at } = useFind.getState();
  return hits[at];
};

export const forgetFind = (): void => useFind.setState({ isOpen: false, ...nothing });

/** Closes it; the focus goes to what was found, or back to the canvas. */
export const closeFind = (): void => {
  const hit = shownHit();
  forgetFind();
  if (hit !== undefined) goToElement(hit);
  else document.querySelector<HTMLElement>('[data-canvas-start]')?.focus();
};

/** Looks again, from the hit that is shown or what is selected. */
export const find = (query: string): void => {
  const { document, badges, selection } = useCanvas.getState();
  const hits = search(document, badges, query);
  const stays = hits.indexOf(shownHit() ?? selection.nodes[0] ?? selection.edges[0] ?? '');
  useFind.setState({ query, hits, at: Math.max(0, stays) });
  const hit = shownHit();
  if (hit !== undefined) revealElement(hit);
};

export const stepThroughHits = (by: 1 | -1): void => {
  const { hits, at } = useFind.getState();
  if (hits.length === 0) return;
  useFind.setState({ at: (at + by + hits.length) % hits.length });
  flyTo(shownHit() ?? '');
};
