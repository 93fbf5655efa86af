import type { MitigationStatus, ModelStatus, Priority, ThreatStatus } from '../api/enumerations.ts';
import type { CanvasDocument } from '../canvas/document.ts';

/**
 * A whole threat model as a value: what reading an OTM file gives, what writing one takes, and what
 * the service stores in one transaction. Ids are only unique within it; the service makes its own
 * and keeps these as `otmId`, so that an exported file has the ids of the imported one.
 */
export type ModelContent = {
  id: string;
  title: string;
  description: string;
  status: ModelStatus;
  priority: Priority;
  dueToDate: string | null;
  retroCompletedAt: string | null;
  timeInvested: number | null;
  qualityOfModel: number | null;
  whenToRevisit: number | null;
  archivedAt: string | null;
  canvases: CanvasContent[];
  components: ComponentContent[];
  kept: Kept;
};

/** Nodes and edges name the component they show by `data.componentId`, an id of `components`. */
export type CanvasContent = { id: string; title: string; data: CanvasDocument; kept: Kept };

export type ComponentContent = {
  id: string;
  canvasId: string;
  title: string;
  description: string;
  threats: ThreatContent[];
  kept: Kept;
};

export type ThreatContent = {
  id: string;
  title: string;
  description: string;
  source: string | null;
  priority: Priority;
  status: ThreatStatus;
  isCustom: boolean;
  mitigations: MitigationContent[];
  comments: { text: string; createdAt: string }[];
  kept: Kept;
};

export type MitigationContent = {
  id: string;
  title: string;
  definition: string;
  consideration: string | null;
  explanation: string | null;
  example: string | null;
  question: string | null;
  isCustom: boolean;
  status: MitigationStatus;
  kept: Kept;
};

/**
 * What a file said and the model has no place for, held with the record it belongs to and written
 * again on export. Opaque to everything outside `shared/otm`.
 */
export type Kept = Record<string, unknown>;

/** How many of each a file holds, and what reading it had to repair or could only keep aside. */
export type OtmReport = {
  counts: {
    canvases: number;
    components: number;
    dataFlows: number;
    trustZones: number;
    threats: number;
    mitigations: number;
  };
  /** `place` is a JSON path such as `components[3].parent`. */
  repairs: OtmNote[];
  keptAside: OtmNote[];
};
export type OtmNote = { place: string; message: string };

/** One file may hold several models; each has its own report. */
export type OtmReading =
  | { ok: true; models: { content: ModelContent; report: OtmReport }[] }
  | { ok: false; refusal: OtmRefusal };

/** `place`: `line 3, column 14` for a syntax error, a JSON path for anything after it. */
export type OtmRefusal = { place: string; reason: string };
