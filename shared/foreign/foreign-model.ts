import type { MitigationStatus, Priority, ThreatStatus } from '../api/enumerations.ts';
import type { Position } from '../canvas/document.ts';
import type { ElementKind } from '../canvas/element-kinds.ts';
import type { Box } from '../canvas/geometry.ts';
import type { Side } from '../canvas/routing/sides.ts';
import type { OtmRefusal } from '../otm/content.ts';
import type { Fields } from '../otm/fields.ts';
import type { ForeignNotes } from './foreign-notes.ts';

/**
 * A threat model from a file of another tool, before `content-of.ts` converts it to Parapet's model. IDs
 * come from the file and may repeat, so the conversion makes them unique. `attributes` are properties
 * for which Parapet has no field. They are kept with the record and exported.
 */
export type ForeignModel = {
  title: string;
  description?: string;
  owner?: string | undefined;
  attributes?: Fields;
  canvases: ForeignCanvas[];
  /** True if the file is only a drawing. A drawing without elements, flows, and threats is refused. */
  isDrawing?: boolean;
  /** Threats that belong to no element. */
  threats?: ForeignThreat[];
  /** Notes about repaired and left-out content, which the import reports. */
  notes: ForeignNotes;
};

export type ForeignCanvas = {
  id: string;
  title: string;
  description?: string;
  attributes?: Fields;
  elements: ForeignElement[];
  flows: ForeignFlow[];
};

export type ForeignElement = {
  id: string;
  kind: ElementKind;
  name: string;
  description?: string | undefined;
  /** The type in the other tool. */
  type?: string | undefined;
  /**
   * The position relative to the canvas, not to the parent, and the size, in pixels. The box is
   * undefined if the file has no positions.
   */
  box?: Box | undefined;
  /**
   * The outline of a boundary that was drawn as a line. Only elements inside the outline belong to the
   * boundary.
   */
  outline?: Position[];
  /**
   * The ID of the parent on this canvas, or `null` if the element has no parent. If it is undefined, the
   * parent is the innermost boundary around the box.
   */
  parent?: string | null | undefined;
  /**
   * True if `parent` can be an outer container. Then the parent is the innermost boundary that is
   * around the box and inside `parent`, or else `parent` itself.
   */
  isNestedByPosition?: boolean;
  /** True if `parent` is right even if the box is inside another boundary for which this is true too. */
  isParentCertain?: boolean;
  /** Values that are added to the `data` of the node. */
  data?: Fields;
  attributes?: Fields;
  threats?: ForeignThreat[];
};

/**
 * An end of a flow. An end that is attached to no element has at most a position and the name of a
 * missing element.
 */
export type ForeignEnd = {
  id?: string | undefined;
  at?: Position | undefined;
  side?: Side | undefined;
  name?: string;
};

export type ForeignFlow = {
  id: string;
  name: string;
  description?: string | undefined;
  source: ForeignEnd;
  target: ForeignEnd;
  bends?: Position[];
  /** Values that are added to the `data` of the edge. */
  data?: Fields;
  attributes?: Fields;
  threats?: ForeignThreat[];
};

export type ForeignThreat = {
  id?: string | undefined;
  title: string;
  description?: string | undefined;
  status: ThreatStatus;
  priority: Priority;
  categories?: string[];
  references?: string[];
  attributes?: Fields;
  mitigations?: ForeignMitigation[];
};

export type ForeignMitigation = {
  id?: string | undefined;
  title: string;
  text?: string | undefined;
  status: MitigationStatus;
  attributes?: Fields;
};

/** The result of a parser for the files of another tool. */
export type ForeignReading = { ok: true; model: ForeignModel } | { ok: false; refusal: OtmRefusal };
