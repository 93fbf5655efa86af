import type { MitigationStatus, Priority, ThreatStatus } from '../api/enumerations.ts';
import type { Position } from '../canvas/document.ts';
import type { ElementKind } from '../canvas/element-kinds.ts';
import type { Box } from '../canvas/geometry.ts';
import type { Side } from '../canvas/routing/sides.ts';
import type { OtmRefusal } from '../otm/content.ts';
import type { Fields } from '../otm/fields.ts';
import type { ForeignNotes } from './foreign-notes.ts';

/**
 * A threat model as read from a file of another tool, before it is converted to our model. IDs come
 * from the file and may repeat. The conversion (`content-of.ts`) makes them unique. `attributes`
 * are properties without a field in our model. They are kept with the record and exported.
 */
export type ForeignModel = {
  title: string;
  description?: string;
  owner?: string | undefined;
  attributes?: Fields;
  canvases: ForeignCanvas[];
  /** True if the file is only a drawing. Without any element, such a file is refused. */
  isDrawing?: boolean;
  /** Threats of the whole model. */
  threats?: ForeignThreat[];
  /** The repairs and the missing parts, for the report. */
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
  /** Canvas pixels, relative to no parent. Missing if the file has no positions. */
  box?: Box | undefined;
  /** The area that a boundary without a box encloses, such as the inner side of a curve. */
  outline?: Position[];
  /**
   * The ID of the parent on this canvas, or `null` for none. If undefined, the parent is the
   * innermost boundary around the box.
   */
  parent?: string | null | undefined;
  /** Keys of the node's data. */
  data?: Fields;
  attributes?: Fields;
  threats?: ForeignThreat[];
};

/** An end that is not attached to an element has at most a position, or the name of the missing element. */
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
  /** Keys of the edge's data. */
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

/** The result of each parser. */
export type ForeignReading = { ok: true; model: ForeignModel } | { ok: false; refusal: OtmRefusal };
