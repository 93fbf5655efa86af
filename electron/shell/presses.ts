/** The used part of a `WebContents`. */
type Page = {
  on: (name: 'input-event', hear: (event: unknown, input: { type: string }) => void) => unknown;
};

const pressTypes: ReadonlySet<string> = new Set(['rawKeyDown', 'keyDown', 'mouseDown', 'mouseUp']);

/** Matches how long Chromium treats a key press as the cause of an action of the page. */
const pressCountsMs = 5000;

/** Tells if the person has just pressed a key or button in the page, which the page cannot fake. */
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
    /** Call for a press outside the page that counts like one in the page, such as in the menu. */
    note,
    isRecent,
    /** Uses up the press, for actions that one press allows only once. */
    take: (): boolean => {
      const isGiven = isRecent() && !isTaken;
      isTaken = true;
      return isGiven;
    },
  };
};

export type Presses = ReturnType<typeof createPresses>;
