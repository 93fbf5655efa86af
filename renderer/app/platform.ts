/** Decides the modifier key (⌘ or Ctrl) and how shortcuts are written; nothing else. */
export const isMac = navigator.platform.startsWith('Mac');
