/** Gives the focus back to what had it, which may be a flow: a part of a picture. */
export const focusBack = (element: Element | null): void => {
  if (element instanceof HTMLElement || element instanceof SVGElement) {
    element.focus({ preventScroll: true });
  }
};
