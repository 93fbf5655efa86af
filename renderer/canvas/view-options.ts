import { prefersStillness } from '../ui/prefers-stillness.ts';

/**
 * Never larger than life: a canvas with three nodes does not fill the window. The palette stands on
 * the left, the zoom bar below.
 */
export const fitOptions = {
  padding: { top: '40px', right: '40px', bottom: '64px', left: '76px' },
  maxZoom: 1,
} as const;

/** Long enough to be followed by the eye, short enough not to be waited for. */
export const zoomTime = {
  get duration(): number {
    return prefersStillness() ? 0 : 150;
  },
};

/** From as far as it takes to see 20,000 nodes at once. */
export const zoomLimits = { minZoom: 0.01, maxZoom: 4 };
