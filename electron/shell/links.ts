import { classifyNavigation } from './classify-navigation.ts';
import type { Presses } from './presses.ts';

type Dependencies = {
  presses: Pick<Presses, 'take'>;
  openInBrowser: (url: string) => void;
  /** In milliseconds, on a monotonic clock. */
  now?: () => number;
};

const restMs = 1000;

/**
 * Opens links of the page in the browser. Each key or button press opens at most one,
 * however often the page asks. While a key is held down, that is one per second.
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
