import { create } from 'zustand';

type Taker = (handle: string) => void;

/** Who takes a dropped file instead of the import: a dialog that has a use for one. */
export const useDropTaker = create<{ taker: Taker | null }>(() => ({ taker: null }));

/** Until what it gives is called, dropped files come here. */
export const takeDropped = (taker: Taker): (() => void) => {
  useDropTaker.setState({ taker });
  return () => useDropTaker.setState((state) => (state.taker === taker ? { taker: null } : state));
};
