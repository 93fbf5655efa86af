import { create } from 'zustand';

type Wanted = { canvasId: string; componentId: string };

/** A component that is to be gone to as soon as its canvas is open. */
export const useWantedComponent = create<{ wanted: Wanted | null }>(() => ({ wanted: null }));

export const wantComponent = (wanted: Wanted): void => useWantedComponent.setState({ wanted });
