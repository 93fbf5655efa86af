import i18next from 'i18next';
import { create } from 'zustand';
import { changeLabel } from '../locales/change-label.ts';

type Announcement = { text: string; count: number };

/** What the live region of the canvas says. */
export const useAnnouncement = create<Announcement>(() => ({ text: '', count: 0 }));

export const announce = (text: string): void =>
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));

export const announceStep = (step: 'undo' | 'redo', label: string | null): void =>
  announce(
    label === null
      ? i18next.t(`${step}.nothing`, { ns: 'canvas' })
      : i18next.t(`${step}.done`, { ns: 'canvas', label: changeLabel(label) }),
  );
