/** The part of `WebContents` that this file uses. */
type Page = {
  on: (name: 'input-event', hear: (event: unknown, input: { type: string }) => void) => unknown;
};

const pressTypes: ReadonlySet<string> = new Set(['rawKeyDown', 'keyDown', 'mouseDown', 'mouseUp']);

/**
 * The time, in ms, for which a press allows an action of the page. Chromium's user activation lasts
 * equally long.
 */
const pressCountsMs = 5000;

/**
 * Detects if the person has just pressed a key or button in the page. The page cannot fake such a press.
 */
export const createPresses = (page: Page, now = () => performance.now()) => {
  let pressedAt = -Infinity;
  let isTaken = true;
  const note = (): void => {
    pressedAt = now();
    isTaken = false;
  };
  page.on('input-event', (_event, { type }) => {
    if (pressTypes.has(type)) note();
  });
  const isRecent = (): boolean => now() - pressedAt < pressCountsMs;
  return {
    /**
     * Call if a press outside the page, such as one in the menu, should count as a press in the page.
     */
    note,
    isRecent,
    /** Tells if there was a recent press, and uses it up, so that each press allows only one action. */
    take: (): boolean => {
      const isGiven = isRecent() && !isTaken;
      isTaken = true;
      return isGiven;
    },
  };
};

export type Presses = ReturnType<typeof createPresses>;
