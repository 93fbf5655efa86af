import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queries } from '../desktop/desktop.ts';
import { nowhere, placeIn, type Place } from './place.ts';

/** Returns everything down to the canvases, for the sidebar, the home page, and the title bar. */
export const useOverview = () => useQuery(queries.workspace.overview.queryOptions());

/**
 * `isKnown` is false until the overview has been read: until then, a missing record may still
 * exist.
 */
export const usePlace = (): Place & { isKnown: boolean } => {
  const params = useParams({ strict: false });
  const { data } = useOverview();
  return { ...(data ? placeIn(data, params) : nowhere), isKnown: data !== undefined };
};
