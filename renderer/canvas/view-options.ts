import type { FitViewOptions } from '@xyflow/react';

/**
 * Never larger than life: a canvas with three nodes does not fill the window. The palette stands on
 * the left, the zoom bar below.
 */
export const fitOptions: FitViewOptions = {
  padding: { top: '40px', right: '40px', bottom: '64px', left: '76px' },
  maxZoom: 1,
};

/** Long enough to be followed by the eye, short enough not to be waited for. */
export const zoomTime = { duration: 150 };

export const zoomLimits = { minZoom: 0.05, maxZoom: 4 };
