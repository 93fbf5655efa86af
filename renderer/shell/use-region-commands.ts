import { useCommand } from '../kernel/commands/use-command.ts';

/**
 * Selects the parts of the window. `regions` leaves out a part that contains other parts, such as a page
 * with panels.
 */
const regionSelector = '[data-region], aside, main';
const focusable =
  '[data-canvas-start], [tabindex="0"], a[href], button:not(:disabled, [tabindex="-1"]), input, textarea';

/** The element that had the focus last in each part of the window. */
const lastFocused = new WeakMap<Element, HTMLElement>();

const regions = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(regionSelector)].filter(
    (region) => firstIn(region) !== null && !region.querySelector(regionSelector),
  );

const firstIn = (region: Element): HTMLElement | null =>
  region.querySelector<HTMLElement>(focusable);

const enter = (region: HTMLElement): void => {
  const last = lastFocused.get(region);
  const target = last && region.contains(last) ? last : firstIn(region);
  target?.focus({ preventScroll: true });
};

/**
 * Moves the focus to the next or previous part of the window. There, the element that had the focus last
 * gets it, or else the first focusable element.
 */
const goToRegion = (step: 1 | -1): void => {
  const all = regions();
  const active = document.activeElement;
  const at = all.findIndex((region) => region.contains(active));
  const current = all[at];
  if (current && active instanceof HTMLElement) lastFocused.set(current, active);
  const start = at === -1 && step === -1 ? 0 : at;
  const next = all[(start + step + all.length) % all.length];
  if (next) enter(next);
};

export const useRegionCommands = (): void => {
  useCommand('view.next-region', { run: () => goToRegion(1) });
  useCommand('view.previous-region', { run: () => goToRegion(-1) });
};
