/** Moves the focus to the first stop of the Tab key in the open canvas. */
export const focusCanvas = (): void =>
  document.querySelector<HTMLElement>('[data-canvas-start]')?.focus({ preventScroll: true });
