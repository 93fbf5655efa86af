import type { MitigationStatus, Priority, ThreatStatus } from '#shared/api/enumerations.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';

/**
 * All that a report says, read by whoever asks for one. Dates are ISO 8601 strings. The report of
 * the same content is the same to the byte, so nothing in it may come from the moment it is made.
 */
export type ReportContent = {
  model: ReportModel;
  canvas: { title: string; document: CanvasDocument };
  /** In reading order. */
  components: ReportComponent[];
  /** When anything of it last changed: the date of the PDF. */
  updatedAt: string;
};

export type ReportModel = {
  title: string;
  description: string;
  status: string;
  priority: Priority;
  owner: string | null;
  collection: string | null;
  createdAt: string;
  updatedAt: string;
  dueToDate: string | null;
  retroCompletedAt: string | null;
  archivedAt: string | null;
  timeInvested: number | null;
  qualityOfModel: number | null;
  whenToRevisit: number | null;
};

export type ReportComponent = {
  /** As the drawing's nodes and flows name it in `data.componentId`. */
  id: string;
  title: string;
  description: string;
  /** The titles of its codex attributes. */
  attributes: string[];
  threats: ReportThreat[];
};

export type ReportThreat = {
  refId: string;
  title: string;
  description: string;
  source: string | null;
  priority: Priority;
  status: ThreatStatus;
  mitigations: ReportMitigation[];
  comments: ReportComment[];
};

export type ReportMitigation = {
  title: string;
  definition: string;
  consideration: string | null;
  explanation: string | null;
  example: string | null;
  question: string | null;
  status: MitigationStatus;
};

export type ReportComment = { author: string; createdAt: string; text: string };
