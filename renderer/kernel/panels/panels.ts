import { create } from 'zustand';
import { savedPreferences, savePreferences } from '../desktop/preferences.ts';
import { hiddenPanels, fittingHeight, fittingWidth } from './hidden-panels.ts';

export type PanelId = 'sidebar' | 'outline' | 'inspector' | 'drawer';
type Panel = { open: boolean; size: number };
type Panels = Record<PanelId, Panel>;

/**
 * The limits of the panel sizes, in pixels. They are heights for the bottom panel (`drawer`) and widths
 * for all other panels.
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

/**
 * The choices of the person for each panel: whether it is open, and its size. A small window may hide an
 * open panel or show it smaller.
 */
export const usePanels = create<Panels>(() => ({
  sidebar: savedPanel('sidebar'),
  outline: savedPanel('outline'),
  inspector: savedPanel('inspector'),
  drawer: savedPanel('drawer'),
}));

/** The panels beside the content. In a narrow window, they are hidden in this order. */
const besides = ['sidebar', 'outline', 'inspector'] as const satisfies PanelId[];

type Room = {
  width: number;
  height: number;
  /** The panels of the current page. */
  present: readonly PanelId[];
  /**
   * The panel that was opened last, or `null` if it was closed again. It is not hidden in a narrow
   * window.
   */
  latest: PanelId | null;
};

const windowSize = () => ({ width: window.innerWidth, height: window.innerHeight });

const useRoom = create<Room>(() => ({ ...windowSize(), present: [], latest: null }));

window.addEventListener('resize', () => useRoom.setState(windowSize()));

const isBeside = (id: PanelId): boolean => besides.some((each) => each === id);

const sizeIn = (id: PanelId, panels: Panels, { width, height }: Room): number => {
  const { size } = panels[id];
  const { min, initial } = panelLimits[id];
  if (isBeside(id)) return fittingWidth(size, min, width);
  return size === initial ? fittingHeight(size, min, height) : size;
};

/**
 * Returns the size at which a panel is shown. In a small window, this may be less than the size that the
 * person chose.
 */
export const usePanelSize = (id: PanelId): number => {
  const panels = usePanels();
  return useRoom((room) => sizeIn(id, panels, room));
};

const isShown = (id: PanelId, panels: Panels, room: Room): boolean => {
  const { width, present, latest } = room;
  const open = besides
    .filter((each) => panels[each].open && present.includes(each))
    .map((each) => ({ id: each, size: sizeIn(each, panels, room) }));
  return panels[id].open && !hiddenPanels(open, width, latest).has(id);
};

export const usePanelShown = (id: PanelId): boolean => {
  const panels = usePanels();
  return useRoom((room) => isShown(id, panels, room));
};

/** Registers a panel of the page. Returns a function that unregisters it. */
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

/** Shows or hides a panel. Returns true if the panel is now shown. */
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

/** Saves the size of a panel. It is called once at the end of a resize. */
export const savePanelSize = (id: PanelId): void =>
  savePreferences({ [preferenceOf[id].size]: usePanels.getState()[id].size });
