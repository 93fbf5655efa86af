/** The events that count as user input. `input` also comes from speech recognition and input methods. */
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
 * Calls `act` as soon as `rest` milliseconds have passed since this call and since the last user input.
 * Returns a function that cancels the call of `act`.
 */
export const afterInputPause = (act: () => void, rest: number): (() => void) => {
  watch();
  const asked = performance.now();
  let timer = 0;
  const check = (): void => {
    const left = Math.max(asked, lastSign) + rest - performance.now();
    if (left > 0) timer = window.setTimeout(check, Math.ceil(left));
    else act();
  };
  check();
  return () => clearTimeout(timer);
};
