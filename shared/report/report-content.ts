import type { CanvasDocument } from '../canvas/document.ts';

/**
 * The content of a report. Dates are ISO 8601 strings. The same content gives a report with the same
 * bytes, so nothing may depend on the time at which the report is made. Statuses and priorities are
 * plain text, because other services may have other values.
 */
export type ReportContent = {
  model: ReportModel;
  /** All canvases of the model or the chosen ones, in the order of the report. */
  canvases: ReportCanvas[];
  isWhole: boolean;
  /** The components, sorted by canvas and, on each canvas, from top to bottom. */
  components: ReportComponent[];
  /** The newest event comes first. */
  history: ReportEvent[];
  appearance: ReportAppearance;
  /** The time of the last change to any part of the content, which becomes the date of the PDF. */
  updatedAt: string;
};

/** The texts and the logo that the person's settings add to each report. Empty texts are left out. */
export type ReportAppearance = {
  classification: string;
  footer: string;
  /** A PNG, JPEG, or SVG file. */
  logo: Uint8Array | null;
};

export const plainAppearance: ReportAppearance = { classification: '', footer: '', logo: null };

type ReportModel = {
  title: string;
  description: string;
  status: string;
  priority: string;
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

export type ReportCanvas = { id: string; title: string; document: CanvasDocument };

export type ReportComponent = {
  /** The ID that nodes and flows of a canvas have in `data.componentId`. */
  id: string;
  title: string;
  description: string;
  /** The titles of the component's attributes. */
  attributes: string[];
  threats: ReportThreat[];
};

export type ReportThreat = {
  refId: string;
  title: string;
  description: string;
  source: string | null;
  /** Weaknesses and other entries to which the threat refers, such as `CWE-89`. */
  references: readonly string[];
  acceptedReason: string | null;
  acceptedBy: string | null;
  acceptedUntil: string | null;
  priority: string;
  status: string;
  mitigations: ReportMitigation[];
  /** Empty if the report does not include comments. */
  comments: ReportComment[];
};

type ReportMitigation = {
  title: string;
  definition: string;
  consideration: string | null;
  explanation: string | null;
  example: string | null;
  question: string | null;
  status: string | null;
};

export type ReportComment = { author: string; createdAt: string; text: string };

/**
 * A saved version, the number of records that were added or last edited on a day, or the creation of
 * the model.
 */
export type ReportEvent =
  | { kind: 'version'; at: string; title: string; canvas: string }
  | { kind: 'added' | 'edited'; at: string; records: 'component' | 'threat'; count: number }
  | { kind: 'created'; at: string };
