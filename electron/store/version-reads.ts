import {
  emptyDocument,
  storedDocumentSchema,
  type CanvasDocument,
} from '#shared/canvas/document.ts';
import type { ReviewState, VersionSize } from '#shared/desktop/versions.ts';
import { compareCanvases } from '#shared/merge/compare-canvases.ts';
import {
  compareRecords,
  type RecordDifference,
  type VersionRecord,
} from '#shared/merge/compare-records.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import type { createDrawnSince } from './drawn-since.ts';
import type { createVersionRecords } from './version-records.ts';
import { drawingOf, packed, type PackedDrawing, type VersionRows } from './version-rows.ts';

type Parts = {
  rows: VersionRows;
  documents: Pick<CanvasDocuments, 'read'>;
  versionRecords: Pick<ReturnType<typeof createVersionRecords>, 'read' | 'before'>;
  drawnSince: Pick<ReturnType<typeof createDrawnSince>, 'before'>;
};

/** A canvas to save as a version. By default, its present drawing is saved. */
export type PackQuery = {
  canvasId: string;
  /** A named version can hold more threats than an automatic one. */
  reason: 'named' | 'automatic';
  /** If set, the drawing in this JSON is saved. */
  document?: string;
  /** If set, the drawing before the journal entry at this position is saved. */
  before?: number;
};

/**
 * Reads and compares versions and prepares new ones. This takes long for thousands of threats, so the
 * app does it in a thread (`store-reader.ts`).
 */
export const createVersionReads = ({ rows, documents, versionRecords, drawnSince }: Parts) => {
  const recordsSince = (version: NonNullable<ReturnType<typeof rows.find>>): RecordDifference[] => {
    const present = version.records && versionRecords.read(version.canvasId, 'named');
    return version.records && present ? compareRecords(version.records, present) : [];
  };

  /**
   * Returns what changed on a canvas since its last review. Without a review, everything on the canvas
   * counts.
   */
  const sinceReview = (canvasId: string) => {
    const review = rows.review(canvasId);
    const version = review && rows.find(review.id);
    const reviewed = version?.document ?? emptyDocument;
    const records = version
      ? recordsSince(version)
      : compareRecords([], versionRecords.read(canvasId, 'named') ?? []);
    const elements = compareCanvases(reviewed, documents.read(canvasId) ?? emptyDocument).length;
    const state = { id: canvasId, version: review?.id ?? null, changes: elements + records.length };
    return { review, elements, records, state };
  };

  const drawn = (canvasId: string, text: string | undefined): CanvasDocument | null =>
    text === undefined ? documents.read(canvasId) : storedDocumentSchema.parse(JSON.parse(text));

  return {
    /** Returns the present components of a canvas with everything in them. */
    present: (canvasId: string): VersionRecord[] | null => versionRecords.read(canvasId, 'named'),

    /**
     * Prepares a version. Returns `null` if the canvas no longer exists, or if sync has changed the
     * drawing since the journal entry `before`.
     */
    pack: ({ canvasId, reason, document: text, before }: PackQuery): PackedDrawing | null => {
      if (before !== undefined) {
        const earlier = drawnSince.before(canvasId, before);
        return (
          earlier && packed(drawingOf(earlier, versionRecords.before(canvasId, before, earlier)))
        );
      }
      const document = drawn(canvasId, text);
      return document && packed(drawingOf(document, versionRecords.read(canvasId, reason)));
    },

    sizeSince: (id: number): VersionSize | null => {
      const version = rows.find(id);
      const document = version && documents.read(version.canvasId);
      if (!version || !document) return null;
      const threats = recordsSince(version).length;
      const size: VersionSize = { added: 0, removed: 0, moved: 0, changed: 0, threats };
      for (const { kind } of compareCanvases(version.document, document)) size[kind] += 1;
      return size;
    },

    /**
     * Returns the last review of a model's canvases, and what changed since then. Returns `null` if the
     * model was never reviewed.
     */
    reviewState: (canvasIds: readonly string[]): ReviewState | null => {
      const found = canvasIds.map(sinceReview);
      const [last] = found
        .flatMap(({ review }) => review ?? [])
        .toSorted((one, other) => (one.made_at < other.made_at ? 1 : -1));
      if (!last) return null;
      const ids = (kind: RecordDifference['kind']): string[] =>
        found.flatMap(({ records }) =>
          records.flatMap((each) => (each.kind === kind ? [each.id] : [])),
        );
      // Several canvases may show a component, so each record counts once.
      const count = (kind: RecordDifference['kind']): number => new Set(ids(kind)).size;
      return {
        title: last.title,
        madeAt: last.made_at,
        madeBy: last.made_by,
        elements: found.reduce((sum, { elements }) => sum + elements, 0),
        threats: count('threat'),
        mitigations: count('mitigation'),
        canvases: found.map(({ state }) => state),
      };
    },
  };
};
