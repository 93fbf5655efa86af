/**
 * Moves the focus from the field of a cell to its row, whose keys then work again. Returns false for
 * a field that is in no row.
 */
export const focusRowOf = (field: HTMLElement): boolean => {
  const row = field.closest<HTMLElement>('[role=row][aria-selected]');
  row?.focus({ preventScroll: true });
  return row !== null;
};

const focusActiveRow = (): void =>
  document.querySelector<HTMLElement>('[data-register] [role=row][tabindex="0"]')?.focus();

/**
 * Moves the focus to the active row if nothing has the focus. A dialog or a button loses it when it
 * disappears, and the keys of the table would then do nothing.
 */
export const focusTable = (): void => {
  if (document.activeElement === document.body) focusActiveRow();
};

/** Moves the focus to the active row when the page opens, but not from a filter that is being typed. */
export const focusOpenedTable = (): void => {
  if (!document.activeElement?.closest('main')) focusActiveRow();
};
