import { classifyNavigation } from './classify-navigation.ts';
import type { Presses } from './presses.ts';

type Dependencies = {
  presses: Pick<Presses, 'take'>;
  openInBrowser: (url: string) => void;
  /** Returns the time in ms of a monotonic clock. */
  now?: () => number;
};

const restMs = 1000;

/**
 * Returns a function that opens links of the page in the browser. Each press of a key or button opens at
 * most one link, however often the page asks. A key that is held down opens one link per second.
 */
export const createLinks = ({
  presses,
  openInBrowser,
  now = () => performance.now(),
}: Dependencies) => {
  let openedAt = -Infinity;
  return (url: string): void => {
    if (classifyNavigation(url) !== 'external') return;
    if (now() - openedAt < restMs || !presses.take()) return;
    openedAt = now();
    openInBrowser(url);
  };
};
