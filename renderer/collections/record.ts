import type { CanvasEntry, CollectionEntry, ModelEntry } from './use-overview.ts';

/** A collection, model or canvas as something that is opened, renamed and deleted. */
export type NamedRecord =
  | { kind: 'collection'; entry: CollectionEntry }
  | { kind: 'threatModel'; entry: ModelEntry }
  | { kind: 'canvas'; entry: CanvasEntry; model: ModelEntry };
