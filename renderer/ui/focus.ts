import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';

/** Restores the focus to an element, which may be a flow and thus an SVG element. */
export const focusBack = (element: Element | null): void => {
  if (element instanceof HTMLElement || element instanceof SVGElement) {
    element.focus({ preventScroll: true });
  }
};

const isInDialog = (element: Element | null): boolean =>
  element !== null && element.closest('[role=dialog]') !== null;

/** Returns the focused element, or `null` if it is in a dialog, because the dialog will close. */
export const focusedOutsideDialogs = (): Element | null => {
  const { activeElement, body } = document;
  return activeElement === body || isInDialog(activeElement) ? null : activeElement;
};

/**
 * Call after a dialog was closed, with the element that had the focus before it was opened. Restores the
 * focus to this element, unless an action of the dialog has already moved it, for example into a field.
 * Returns false if the element is gone.
 */
export const restoreFocus = (before: Element | null): boolean => {
  const { activeElement, body } = document;
  if (activeElement !== body && !isInDialog(activeElement)) return true;
  if (!before?.isConnected || isInDialog(before)) return false;
  focusBack(before);
  return true;
};

const fields = 'textarea, input, button';

/**
 * Call before the item of a pressed button is removed from a list: focuses the next item, or the
 * element after the list. Does nothing for a mouse click.
 */
export const focusNeighbour = (event: MouseEvent): void => {
  if (event.detail > 0) return;
  const item = event.currentTarget.closest('li');
  const neighbors = [
    item?.nextElementSibling,
    item?.previousElementSibling,
    item?.parentElement?.nextElementSibling,
  ];
  const candidates = neighbors.map((neighbor) => neighbor?.querySelector<HTMLElement>(fields));
  candidates.find(Boolean)?.focus();
};

/**
 * Returns a ref for the element that replaces an edited field. When the field disappears, the focus
 * returns to the element that had it `before`, or else goes to the replacement.
 */
export const useFocusBack = (
  isEditing: boolean,
  before: Element | null = null,
): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasEditing.current && !isEditing && isLost && !restoreFocus(before)) {
      button.current?.focus();
    }
    wasEditing.current = isEditing;
  }, [isEditing, before]);
  return button;
};

/** A dialog focuses its close button if it opens before its content is loaded. */
const closeButton = '.mantine-Modal-close';

/**
 * Returns a ref for a view that replaces another one, or that a dialog shows only after loading. The focused
 * button has disappeared, or the dialog has focused its close button. So the control that is most likely
 * needed next (`data-autofocus`) gets the focus.
 */
export const useFirstFocus = (): RefObject<HTMLDivElement | null> => {
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement !== body && !activeElement?.matches(closeButton)) return;
    view.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return view;
};

/**
 * Returns a ref for a focusable container. It gets the focus when the focused button in it
 * disappears after sending or resolving, so that the keyboard continues from there.
 */
export const useFocusFallback = (): RefObject<HTMLDivElement | null> => {
  const fallback = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true });
  });
  return fallback;
};
