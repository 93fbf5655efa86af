/** The part of the page that is a node or a flow; there is none while it is out of view. */
const elementInPage = (id: string): HTMLElement | SVGElement | null => {
  const name = CSS.escape(id);
  return document.querySelector(
    `.react-flow__node[data-id="${name}"], .react-flow__edge[data-id="${name}"]`,
  );
};

/** Gives an element the focus as soon as it is in the page: it may have to be drawn first. */
export const focusElement = (id: string, attempts = 3): void => {
  const element = elementInPage(id);
  if (element) element.focus({ preventScroll: true });
  else if (attempts > 0) requestAnimationFrame(() => focusElement(id, attempts - 1));
};

/**
 * The start is the canvas itself: its keys go on working when the element that had the focus is
 * gone. Behind the end come the tools.
 */
export const focusEdge = (edge: 'start' | 'end'): void =>
  document.querySelector<HTMLElement>(`[data-canvas-${edge}]`)?.focus({ preventScroll: true });

/** Which element of the canvas something in the page belongs to. */
export const elementIdOf = (target: EventTarget | null): string | null =>
  target instanceof Element
    ? (target
        .closest('.react-flow__node, .react-flow__edge, [data-flow-part]')
        ?.getAttribute('data-id') ?? null)
    : null;
