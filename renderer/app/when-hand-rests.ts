/** What a hand does: by keys, by voice or a method of input, by the pointer. */
const signs = ['keydown', 'input', 'pointerdown', 'pointermove', 'wheel'] as const;

let lastSign = Number.NEGATIVE_INFINITY;
let isWatched = false;

const watch = (): void => {
  if (isWatched) return;
  isWatched = true;
  const note = (): void => {
    lastSign = performance.now();
  };
  for (const sign of signs) window.addEventListener(sign, note, { capture: true, passive: true });
};

/**
 * Does something that would hold up the hand when it has rested for so many milliseconds, counted
 * from now at the earliest. Answers with what takes it back.
 */
export const whenHandRests = (act: () => void, rest: number): (() => void) => {
  watch();
  const asked = performance.now();
  let timer = 0;
  const look = (): void => {
    const left = Math.max(asked, lastSign) + rest - performance.now();
    if (left > 0) timer = window.setTimeout(look, Math.ceil(left));
    else act();
  };
  look();
  return () => clearTimeout(timer);
};
