import type { CollectionEntry, ModelEntry } from './use-overview.ts';

/** A collection or model as something that is opened, renamed and deleted. */
export type NamedRecord =
  | { kind: 'collection'; entry: CollectionEntry }
  | { kind: 'threatModel'; entry: ModelEntry };
