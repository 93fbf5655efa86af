import { create } from 'zustand';
import { onLeaveConnection } from '../kernel/connection/connections.ts';
import type { CanvasEntry, ModelEntry } from '../kernel/workspace/place.ts';

/** An export that the person is asked about. `canvasId` is the open canvas of the model, if any. */
export type ExportRequest =
  | { kind: 'report'; model: ModelEntry; canvasId: string | null }
  | { kind: 'file'; model: ModelEntry; canvas: CanvasEntry | null }
  | { kind: 'image' | 'svg'; canvas: CanvasEntry };

export const useExportRequest = create<{ request: ExportRequest | null }>(() => ({
  request: null,
}));

export const askForExport = (request: ExportRequest): void =>
  useExportRequest.setState({ request });
export const closeExport = (): void => useExportRequest.setState({ request: null });

onLeaveConnection(closeExport);
