import { create } from 'zustand';
import { givingWay } from './giving-way.ts';
import { savedPreferences, savePreferences } from './preferences.ts';

export type PanelId = 'sidebar' | 'outline' | 'inspector' | 'drawer';
type Panel = { open: boolean; size: number };
type Panels = Record<PanelId, Panel>;

/**
 * Sizes in pixels: the height of the drawer, the width of the others. The narrow ends leave the
 * canvas half of a window of 1024.
 */
export const panelLimits: Record<PanelId, { min: number; max: number; initial: number }> = {
  sidebar: { min: 180, max: 360, initial: 236 },
  outline: { min: 180, max: 420, initial: 240 },
  inspector: { min: 260, max: 520, initial: 320 },
  drawer: { min: 120, max: 480, initial: 220 },
};

const preferenceOf = {
  sidebar: { open: 'sidebarOpen', size: 'sidebarWidth' },
  outline: { open: 'outlineOpen', size: 'outlineWidth' },
  inspector: { open: 'inspectorOpen', size: 'inspectorWidth' },
  drawer: { open: 'drawerOpen', size: 'drawerHeight' },
} as const satisfies Record<PanelId, unknown>;

const savedPanel = (id: PanelId): Panel => ({
  open: savedPreferences[preferenceOf[id].open],
  size: savedPreferences[preferenceOf[id].size] ?? panelLimits[id].initial,
});

/** The panels around the content. */
export const usePanels = create<Panels>(() => ({
  sidebar: savedPanel('sidebar'),
  outline: savedPanel('outline'),
  inspector: savedPanel('inspector'),
  drawer: savedPanel('drawer'),
}));

/** What stands beside the content takes room from it; the first of these give way first. */
const besides = ['sidebar', 'outline', 'inspector'] as const satisfies PanelId[];

type Room = {
  width: number;
  /** The panels that the page has. */
  present: readonly PanelId[];
  /** The one that was opened last, which is wanted now. */
  latest: PanelId | null;
};

const useRoom = create<Room>(() => ({ width: window.innerWidth, present: [], latest: null }));

window.addEventListener('resize', () => useRoom.setState({ width: window.innerWidth }));

const isShown = (id: PanelId, panels: Panels, { width, present, latest }: Room): boolean => {
  const open = besides
    .filter((each) => panels[each].open && present.includes(each))
    .map((each) => ({ id: each, size: panels[each].size }));
  return panels[id].open && !givingWay(open, width, latest).has(id);
};

export const usePanelShown = (id: PanelId): boolean => {
  const panels = usePanels();
  return useRoom((room) => isShown(id, panels, room));
};

/** Says that the page has a panel, until what it gives back is called. */
export const addPanel = (id: PanelId): (() => void) => {
  useRoom.setState(({ present }) => ({ present: [...present, id] }));
  return () =>
    useRoom.setState(({ present }) => ({ present: present.filter((each) => each !== id) }));
};

export const openPanel = (id: PanelId, open = true): void => {
  useRoom.setState(({ latest }) => ({ latest: open ? id : latest === id ? null : latest }));
  usePanels.setState((panels) => ({ [id]: { ...panels[id], open } }));
  savePreferences({ [preferenceOf[id].open]: open });
};

/** Gives back whether it is shown now. */
export const togglePanel = (id: PanelId): boolean => {
  const open = !isShown(id, usePanels.getState(), useRoom.getState());
  openPanel(id, open);
  return open;
};

export const resizePanel = (id: PanelId, size: number): void => {
  const { min, max } = panelLimits[id];
  const next = Math.round(Math.min(max, Math.max(min, size)));
  usePanels.setState((panels) => ({ [id]: { ...panels[id], size: next } }));
};

/** Called when a gesture is over, and not with each of its steps. */
export const savePanelSize = (id: PanelId): void =>
  savePreferences({ [preferenceOf[id].size]: usePanels.getState()[id].size });
