import { create } from 'zustand';
import type { Axis } from './axes.ts';

/** A line at `at` of its axis, from one end to the other of what lies on it. Pixels of the canvas. */
export type Guide = { axis: Axis; at: number; from: number; to: number };

/** A gap along its axis, drawn at the place `at` of the other one; it is as wide as another gap. */
export type Gap = { axis: Axis; from: number; to: number; at: number };

export type Hints = { guides: readonly Guide[]; gaps: readonly Gap[] };

export const noHints: Hints = { guides: [], gaps: [] };

/** What is shown of why a dragged element rests where it does. */
export const useHints = create<Hints & { zoom: number }>(() => ({ ...noHints, zoom: 1 }));

export const clearHints = (): void => {
  const { guides, gaps } = useHints.getState();
  if (guides.length + gaps.length > 0) useHints.setState(noHints);
};
