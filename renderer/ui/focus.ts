import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';

/** Moves the focus to an element. This can be an SVG element, such as a flow. */
export const focusBack = (element: Element | null): void => {
  if (element instanceof HTMLElement || element instanceof SVGElement) {
    element.focus({ preventScroll: true });
  }
};

const isInDialog = (element: Element | null): boolean =>
  element !== null && element.closest('[role=dialog]') !== null;

/**
 * Returns the focused element, or `null` if nothing has the focus. Also returns `null` if the focused
 * element is in a dialog, because that element disappears when the dialog closes.
 */
export const focusedOutsideDialogs = (): Element | null => {
  const { activeElement, body } = document;
  return activeElement === body || isInDialog(activeElement) ? null : activeElement;
};

/**
 * Restores the focus after a dialog was closed. `before` is the element that had the focus before the
 * dialog was opened. Does nothing if an action of the dialog has already moved the focus, for example
 * into a field. Returns false if the focus is lost, because `before` is gone or in a dialog.
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
 * Moves the focus from a pressed button in a list item to the next item, or else to the previous item,
 * or else to the element after the list. Call this function before the item is removed, so that the
 * focus is not lost. A mouse click does not move the focus.
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
 * Returns a ref for a button that is shown again when a field disappears after editing. If the focus is
 * lost with the field, the element `before` gets the focus. If `before` is gone, the button gets the
 * focus.
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

/** The close button of a dialog. It has the focus if the dialog opens before its content is loaded. */
const closeButton = '.mantine-Modal-close';

/**
 * Returns a ref for a view that replaces another view, or that a dialog shows only after loading. When
 * the view appears, its control with `data-autofocus` gets the focus. The focus does not move if an
 * element other than the close button of the dialog already has it.
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
 * Returns a ref for a focusable container. The container gets the focus when the focused button in it
 * disappears, for example after a conflict was resolved, so that the keyboard continues from there.
 */
export const useFocusFallback = (): RefObject<HTMLDivElement | null> => {
  const fallback = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true });
  });
  return fallback;
};
