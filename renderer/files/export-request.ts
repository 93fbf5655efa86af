import { create } from 'zustand';
import type { ChosenKind } from '#shared/desktop/exports.ts';
import { onLeaveConnection } from '../kernel/connection/connections.ts';
import type {
  CanvasEntry,
  CollectionEntry,
  ModelEntry,
} from '../kernel/workspace/workspace-location.ts';

/** The records that the export dialog offers, and the choices with which it starts. */
export type ExportRequest = {
  /**
   * The kind of export. `svg` is an image in SVG format, and `last` stands for the kind of the last
   * export.
   */
  kind: ChosenKind | 'svg' | 'last';
  model: ModelEntry;
  /** The open canvas of the model, or `null` if no canvas is open. */
  canvas: CanvasEntry | null;
  collection: CollectionEntry | null;
  /** `model` exports only the model, and `collection` exports each model of the collection. */
  scope: 'model' | 'collection';
};

export const useExportRequest = create<{ request: ExportRequest | null }>(() => ({
  request: null,
}));

export const askForExport = (request: ExportRequest): void =>
  useExportRequest.setState({ request });
export const closeExport = (): void => useExportRequest.setState({ request: null });

onLeaveConnection(closeExport);
