/** Moves the focus to the first Tab stop of the open canvas. */
export const focusCanvas = (): void =>
  document.querySelector<HTMLElement>('[data-canvas-start]')?.focus({ preventScroll: true });
