/**
 * Returns a clock that starts at the time of `now` and then only advances, so that setting the
 * system time does not affect it.
 */
export const steadyClock = (now: () => Date): (() => Date) => {
  const begun = now().getTime() - performance.now();
  return () => new Date(begun + performance.now());
};
