import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queries } from '../desktop/desktop.ts';
import { noLocation, locationIn, type WorkspaceLocation } from './workspace-location.ts';

/** Returns all collections, models, and canvases, for the sidebar, the home page, and the title bar. */
export const useOverview = () => useQuery(queries.workspace.overview.queryOptions());

/**
 * Returns the location of the window in the workspace. `isKnown` is false until the overview has been
 * read. Until then, all parts of the location are `null`, even if their records exist.
 */
export const useWorkspaceLocation = (): WorkspaceLocation & { isKnown: boolean } => {
  const params = useParams({ strict: false });
  const { data } = useOverview();
  return { ...(data ? locationIn(data, params) : noLocation), isKnown: data !== undefined };
};
