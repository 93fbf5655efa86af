import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { VersionSource } from '#shared/desktop/versions.ts';

/** A version that has been read, by the name it goes by. */
export type ShownVersion = { source: VersionSource; name: string; document: CanvasDocument };
