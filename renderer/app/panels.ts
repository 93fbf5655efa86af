import { create } from 'zustand';
import { savedPreferences, savePreferences } from './preferences.ts';

export type PanelId = 'sidebar' | 'inspector';
type Panel = { open: boolean; width: number };

/** Widths in pixels. The narrow ends leave the canvas half of a window of 1024. */
export const panelLimits: Record<PanelId, { min: number; max: number; initial: number }> = {
  sidebar: { min: 180, max: 360, initial: 236 },
  inspector: { min: 260, max: 520, initial: 320 },
};

/** The panels at both sides of the content. */
export const usePanels = create<Record<PanelId, Panel>>(() => ({
  sidebar: {
    open: savedPreferences.sidebarOpen,
    width: savedPreferences.sidebarWidth ?? panelLimits.sidebar.initial,
  },
  inspector: {
    open: savedPreferences.inspectorOpen,
    width: savedPreferences.inspectorWidth ?? panelLimits.inspector.initial,
  },
}));

const preferenceOf = {
  sidebar: { open: 'sidebarOpen', width: 'sidebarWidth' },
  inspector: { open: 'inspectorOpen', width: 'inspectorWidth' },
} as const;

export const togglePanel = (id: PanelId): void => {
  const panel = usePanels.getState()[id];
  usePanels.setState({ [id]: { ...panel, open: !panel.open } });
  savePreferences({ [preferenceOf[id].open]: !panel.open });
};

export const resizePanel = (id: PanelId, width: number): void => {
  const { min, max } = panelLimits[id];
  const next = Math.round(Math.min(max, Math.max(min, width)));
  usePanels.setState((panels) => ({ [id]: { ...panels[id], width: next } }));
};

/** Called when a gesture is over, and not with each of its steps. */
export const savePanelWidth = (id: PanelId): void =>
  savePreferences({ [preferenceOf[id].width]: usePanels.getState()[id].width });
