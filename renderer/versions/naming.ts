import { create } from 'zustand';

/** Whether the present version is being given a name in the history. */
export const useNaming = create<{ isNaming: boolean }>(() => ({ isNaming: false }));

export const startNaming = (): void => useNaming.setState({ isNaming: true });
export const endNaming = (): void => useNaming.setState({ isNaming: false });
