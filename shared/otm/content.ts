import type { CanvasDocument } from '../canvas/document.ts';
import type { FieldValues } from '../records/field-values.ts';

/**
 * A whole threat model as a value. `readOtm` returns it, `writeOtm` takes it, and the service stores it
 * in one transaction.
 *
 * IDs are unique only within the model. The service generates its own IDs, and keeps the IDs of the file
 * as `otm_id`. So an exported file has the IDs of the imported file.
 */
export type ModelContent = FieldValues<'threatModel'> & {
  id: string;
  canvases: CanvasContent[];
  components: ComponentContent[];
  kept: Kept;
};

/** The `data.componentId` of a node or an edge is the ID of its component in `components`. */
export type CanvasContent = { id: string; title: string; data: CanvasDocument; kept: Kept };

export type ComponentContent = FieldValues<'component'> & {
  id: string;
  canvasId: string;
  threats: ThreatContent[];
  kept: Kept;
};

export type ThreatContent = FieldValues<'threat'> & {
  id: string;
  mitigations: MitigationContent[];
  comments: { text: string; createdAt: string }[];
  kept: Kept;
};

export type MitigationContent = FieldValues<'mitigation'> & { id: string; kept: Kept };

/**
 * Data of a file for which the model has no field. It is stored with its record and exported again. Only
 * `shared/otm` interprets it.
 */
export type Kept = Record<string, unknown>;

/**
 * The report on a file: the counts of its records, and the repaired or unsupported data that was found.
 */
export type OtmReport = {
  counts: {
    canvases: number;
    components: number;
    dataFlows: number;
    trustZones: number;
    threats: number;
    mitigations: number;
  };
  /** The `place` of a note is a JSON path such as `components[3].parent`. */
  repairs: OtmNote[];
  keptAside: OtmNote[];
};
export type OtmNote = { place: string; message: string };

/** The IDs of nodes whose position or size was computed, because the file does not state it. */
export type Unstated = { positions: ReadonlySet<string>; sizes: ReadonlySet<string> };

/**
 * A model of a file with its report. `unplaced` has the IDs of canvases for which the file has no
 * positions. Their elements are in columns, until a layout is computed.
 */
export type ReadModel = {
  content: ModelContent;
  report: OtmReport;
  unplaced: string[];
  /**
   * The nodes with a computed position or size, by the ID of the canvas. A canvas is left out if the
   * file states all of its positions and sizes.
   */
  unstated: ReadonlyMap<string, Unstated>;
  /** The content of another tool's file that could not be imported. */
  leftOut?: OtmNote[];
};

/** The models of a file, or the reason why the file was rejected. A file may have several models. */
export type OtmReading = { ok: true; models: ReadModel[] } | { ok: false; refusal: OtmRefusal };

/**
 * `place` is the location of the error: `line 3, column 14` for a syntax error, or a JSON path for any
 * other error.
 */
export type OtmRefusal = {
  place: string;
  reason: string;
  /**
   * True if the file is no model, but a template that the codex can import (`foreign/template/read-template.ts`).
   */
  isTemplate?: true;
};
