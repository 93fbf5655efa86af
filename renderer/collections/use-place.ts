import { useParams } from '@tanstack/react-router';
import { nowhere, placeIn, type Place } from './place.ts';
import { useOverview } from './use-overview.ts';

/** `isKnown` is false until the overview has been read: what is missing then is not gone. */
export const usePlace = (): Place & { isKnown: boolean } => {
  const params = useParams({ strict: false });
  const { data } = useOverview();
  return { ...(data ? placeIn(data, params) : nowhere), isKnown: data !== undefined };
};
