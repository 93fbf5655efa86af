import { create } from 'zustand';
import type { Point } from '../ui/menu-at.tsx';

const useMenuRequest = create<{ at: Point | null }>(() => ({ at: null }));

/** Opens the menu of what is selected, from outside of the drawing. */
export const requestMenu = (at: Point): void => useMenuRequest.setState({ at });

export const onMenuRequest = (open: (at: Point) => void): (() => void) =>
  useMenuRequest.subscribe(({ at }) => at && open(at));
