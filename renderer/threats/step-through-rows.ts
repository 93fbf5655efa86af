import type { KeyboardEvent } from 'react';

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
};

/** Leads the focus from one threat's row to another by the arrow keys, Home and End. */
export const stepThroughRows = (event: KeyboardEvent): void => {
  const step = steps[event.key];
  const list = event.currentTarget.closest('ul');
  if (!step || !list) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-threat-row]')];
  const index = rows.findIndex((row) => row === event.currentTarget);
  event.preventDefault();
  rows[step(index, rows.length - 1)]?.focus();
};
