/** Whether the person has asked the system for reduced motion; asked anew each time. */
export const prefersStillness = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
