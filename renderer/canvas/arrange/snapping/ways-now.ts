import type { ReactFlowState } from '@xyflow/react';
import type { Box } from '#shared/canvas/geometry.ts';
import { gridStep } from '../../changes/add-element.ts';
import { useArrangeSettings } from '../settings.ts';
import type { Ways } from './snap.ts';

/** How near something must be to be snapped to, in pixels of the screen. */
const reach = 6;

/** What is snapped to as it is set; nothing where the hand is to be free. */
export const waysNow = (
  { transform: [, , zoom] }: Pick<ReactFlowState, 'transform'>,
  others: readonly Box[],
  isFree: boolean,
): Ways => {
  const { snapsToGrid, snapsToElements } = useArrangeSettings.getState();
  return {
    reach: reach / zoom,
    grid: snapsToGrid && !isFree ? gridStep : null,
    others: snapsToElements && !isFree ? others : [],
  };
};
