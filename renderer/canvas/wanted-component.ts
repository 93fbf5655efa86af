import { create } from 'zustand';

type WantedComponent = { canvasId: string; componentId: string };
type WantedElements = { canvasId: string; elementIds: readonly string[] };

/** What is to be gone to as soon as its canvas is open: a component, or elements by their ids. */
export const useWantedComponent = create<{ wanted: WantedComponent | WantedElements | null }>(
  () => ({ wanted: null }),
);

export const wantComponent = (wanted: WantedComponent): void =>
  useWantedComponent.setState({ wanted });

export const wantElements = (wanted: WantedElements): void =>
  useWantedComponent.setState({ wanted });
