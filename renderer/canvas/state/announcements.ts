import { create } from 'zustand';

type Announcement = { text: string; count: number };

/** The text that the live region of the canvas announces. */
export const useAnnouncement = create<Announcement>(() => ({ text: '', count: 0 }));

export const announce = (text: string): void =>
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
