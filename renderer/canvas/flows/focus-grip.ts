/** What of a flow has a grip. `n` is the place of a bend, or of a stretch between two. */
export type GripName = 'source' | 'target' | 'label' | `bend-${number}` | `stretch-${number}`;

/** The grips of a flow in the order in which the Tab key leads through them. */
export const gripsOf = (id: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-id="${CSS.escape(id)}"][data-grip]`),
];

/**
 * Gives a grip the focus as soon as it is in the page: it may have to be drawn first. Not before the
 * next frame, because a palette or a menu that is closing gives the focus back to where it was.
 */
export const focusGrip = (id: string, name: GripName | 'first', attempts = 4): void => {
  requestAnimationFrame(() => {
    const grips = gripsOf(id);
    const grip =
      name === 'first' ? grips[0] : grips.find(({ dataset }) => dataset['grip'] === name);
    if (grip) grip.focus({ preventScroll: true });
    else if (attempts > 1) focusGrip(id, name, attempts - 1);
  });
};
