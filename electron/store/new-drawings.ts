import type { DatabaseSync } from 'node:sqlite';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { inNonDurableTransaction } from './database.ts';
import { drawnOnce, type DrawnNames } from './drawn-names.ts';

type Parts = { database: DatabaseSync; documents: CanvasDocuments; names: DrawnNames };

/** The number of elements whose names are indexed in one transaction. */
const elementsAtOnce = 1000;

/**
 * Stores new drawings of the service. Indexing the names of 20,000 elements takes longer than storing
 * the elements, so the names of a large drawing are indexed later, in slices. If the app ends before
 * that, the next start indexes them.
 */
export const createNewDrawings = ({ database, documents, names }: Parts) => {
  const postponed = new Map<string, { document: CanvasDocument; revision: string }>();

  const take = (work: () => void): void => inNonDurableTransaction(database, work);

  function* indexed(canvasId: string): Generator<void> {
    const found = postponed.get(canvasId);
    postponed.delete(canvasId);
    // The drawing is not marked as postponed if the transaction that stored it failed. In this case,
    // there is nothing to index.
    if (!found || !names.isPostponed(canvasId)) return;
    const isUnchanged = (): boolean => documents.revision(canvasId) === found.revision;
    const elements = drawnOnce([...found.document.nodes, ...found.document.edges]);
    for (let at = 0; at < elements.length && isUnchanged(); at += elementsAtOnce) {
      take(() => names.add(canvasId, elements.slice(at, at + elementsAtOnce)));
      yield;
    }
    take(() => names.endPostponement(canvasId, isUnchanged() ? null : documents.read(canvasId)));
  }

  return {
    /** Stores a drawing. `text` is the drawing as JSON. */
    add: (canvasId: string, document: CanvasDocument, text: string): void => {
      documents.add(canvasId, text);
      const isLarge = document.nodes.length + document.edges.length > elementsAtOnce;
      if (!isLarge || names.has(canvasId)) return names.replace(canvasId, document);
      names.postpone(canvasId);
      postponed.set(canvasId, { document, revision: documents.revision(canvasId) });
    },

    /** Indexes the postponed names. Other code may use the store between two slices. */
    *indexNames(): Generator<void> {
      for (const canvasId of postponed.keys()) yield* indexed(canvasId);
    },
  };
};
