/** Returns the DOM element of a node or a flow, or `null` while the node or flow is not mounted. */
const elementInPage = (id: string): HTMLElement | SVGElement | null => {
  const name = CSS.escape(id);
  return document.querySelector(
    `.react-flow__node[data-id="${name}"], .react-flow__edge[data-id="${name}"]`,
  );
};

/**
 * The time, in milliseconds, during which the app tries to focus an element that comes into view. It may be
 * mounted only after an animation, or in steps.
 */
export const timeToArrive = 1000;

/** The same time for an element that is in view. */
const timeToMount = 300;

let nextAttempt = 0;

/**
 * Focuses an element as soon as it is mounted, at most `time` milliseconds later. A later call ends the
 * attempts of an earlier one.
 */
export const focusElement = (id: string, time = timeToMount): void => {
  const end = performance.now() + time;
  const attempt = (): void => {
    const element = elementInPage(id);
    if (element) element.focus({ preventScroll: true });
    else if (performance.now() < end) nextAttempt = requestAnimationFrame(attempt);
  };
  cancelAnimationFrame(nextAttempt);
  attempt();
};

/**
 * Focuses the start or the end of the canvas. The start is the canvas itself, which handles keys when
 * no element has the focus. The end is after the elements and before the tools in Tab order.
 */
export const focusEdge = (edge: 'start' | 'end'): void =>
  document.querySelector<HTMLElement>(`[data-canvas-${edge}]`)?.focus({ preventScroll: true });

/**
 * Focuses the canvas after slow work has removed elements, unless the person has begun to type or has gone
 * to another part of the window meanwhile.
 */
export const focusAfterRemoval = (): void => {
  const { activeElement } = document;
  const isOnElement =
    elementIdOf(activeElement) !== null && !(activeElement instanceof HTMLTextAreaElement);
  if (isOnElement || activeElement === document.body) focusEdge('start');
};

/**
 * Returns the ID of the canvas element to which a DOM element belongs, or `null` if it belongs to none.
 */
export const elementIdOf = (target: EventTarget | null): string | null =>
  target instanceof Element
    ? (target
        .closest('.react-flow__node, .react-flow__edge, [data-flow-part]')
        ?.getAttribute('data-id') ?? null)
    : null;
