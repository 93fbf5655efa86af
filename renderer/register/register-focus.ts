/**
 * Moves the focus from a field in a cell to the row of that cell, so that the keys of the table work
 * again. Returns false if the field is in no row.
 */
export const focusRowOf = (field: HTMLElement): boolean => {
  const row = field.closest<HTMLElement>('[role=row][aria-selected]');
  row?.focus({ preventScroll: true });
  return row !== null;
};

const focusActiveRow = (): void =>
  document.querySelector<HTMLElement>('[data-register] [role=row][tabindex="0"]')?.focus();

/**
 * Moves the focus to the active row if nothing has the focus, for example after a dialog or a focused
 * button has disappeared. The keys of the table work only while the table has the focus.
 */
export const focusTable = (): void => {
  if (document.activeElement === document.body) focusActiveRow();
};

/**
 * Moves the focus to the active row when the page opens. Does nothing if something on the page already
 * has the focus, such as the filter in which the person is typing.
 */
export const focusOpenedTable = (): void => {
  if (!document.activeElement?.closest('main')) focusActiveRow();
};
