import i18next from 'i18next';
import { create } from 'zustand';

type Announcement = { text: string; count: number };

/** What the live region of the canvas says. */
export const useAnnouncement = create<Announcement>(() => ({ text: '', count: 0 }));

export const announce = (text: string): void =>
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));

const namespaces = ['canvas', 'threats', 'mitigations'] as const;

/** Labels of changes are keys with their namespace in front: `canvas.label.move`. */
export const labelText = (label: string): string => {
  const ns = namespaces.find((name) => label.startsWith(`${name}.`));
  const key = label.slice(label.indexOf('.') + 1);
  // The journal may hold labels of a version that had others.
  return ns === undefined ? '' : i18next.t(key, { ns, defaultValue: '' });
};

export const announceStep = (step: 'undo' | 'redo', label: string | null): void =>
  announce(
    label === null
      ? i18next.t(`${step}.nothing`, { ns: 'canvas' })
      : i18next.t(`${step}.done`, { ns: 'canvas', label: labelText(label) }),
  );
