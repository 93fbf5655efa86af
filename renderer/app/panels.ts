import { create } from 'zustand';
import { savedPreferences, savePreferences } from './preferences.ts';

export type PanelId = 'sidebar' | 'outline' | 'inspector' | 'drawer';
type Panel = { open: boolean; size: number };

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
export const usePanels = create<Record<PanelId, Panel>>(() => ({
  sidebar: savedPanel('sidebar'),
  outline: savedPanel('outline'),
  inspector: savedPanel('inspector'),
  drawer: savedPanel('drawer'),
}));

export const openPanel = (id: PanelId, open = true): void => {
  usePanels.setState((panels) => ({ [id]: { ...panels[id], open } }));
  savePreferences({ [preferenceOf[id].open]: open });
};

export const togglePanel = (id: PanelId): void => openPanel(id, !usePanels.getState()[id].open);

export const resizePanel = (id: PanelId, size: number): void => {
  const { min, max } = panelLimits[id];
  const next = Math.round(Math.min(max, Math.max(min, size)));
  usePanels.setState((panels) => ({ [id]: { ...panels[id], size: next } }));
};

/** Called when a gesture is over, and not with each of its steps. */
export const savePanelSize = (id: PanelId): void =>
  savePreferences({ [preferenceOf[id].size]: usePanels.getState()[id].size });
