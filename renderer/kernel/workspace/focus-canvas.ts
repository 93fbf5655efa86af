/** Focuses the open canvas where Tab enters it. */
export const focusCanvas = (): void =>
  document.querySelector<HTMLElement>('[data-canvas-start]')?.focus({ preventScroll: true });
