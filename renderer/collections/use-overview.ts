import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#shared/desktop/contract.ts';
import { queries } from '../app/desktop.ts';

export type CollectionEntry = Overview[number];
export type ModelEntry = CollectionEntry['models'][number];
export type CanvasEntry = ModelEntry['canvases'][number];

/** Everything down to the canvases: what the sidebar, the start page and the title row show. */
export const useOverview = () => useQuery(queries.workspace.overview.queryOptions());
