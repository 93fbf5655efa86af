import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { ReportContent } from './report-content.ts';

/** What goes to the worker, one at a time. */
export type DocumentJob =
  | { kind: 'report'; content: ReportContent }
  | { kind: 'image'; document: CanvasDocument };

/** What comes back for it. */
export type DocumentResult = { ok: true; bytes: Uint8Array } | { ok: false; reason: string };
