import type { SecurityValues } from '../canvas/security-properties.ts';

/**
 * The content of a drawing without positions and colors, which is the input of the rules. A component that
 * is drawn several times is one part.
 */
export type DrawnSystem = { parts: Part[] };

export const partKinds = ['process', 'store', 'entity', 'flow', 'boundary'] as const;
export type PartKind = (typeof partKinds)[number];

export type Part = {
  /** The number of this part within the system, which is its index in tables. */
  index: number;
  /** The ID of the component or, without one, of the node or the flow. */
  id: string;
  kind: PartKind;
  /** Never empty. */
  name: string;
  /** The elements that show the part, in the order of the canvases. */
  drawn: { canvasId: string; elementId: string }[];
  componentId: string | undefined;
  security: SecurityValues;
  attributes: Attributes;
  threats: KnownThreat[];
  /** The threats that were dismissed for this part. */
  dismissed: ReadonlySet<string>;
  isOutOfScope: boolean;
  /** True if somebody has recorded that the part has no threats. */
  isConsidered: boolean;
  /** The boundaries around a node, innermost first. */
  boundaries: Part[];
  /** The flows that end and begin at this part. A flow in both directions is in both lists. */
  incoming: Part[];
  outgoing: Part[];
  flow: FlowFacts | undefined;
};

type FlowFacts = {
  source: Part;
  target: Part;
  /** The boundaries that contain one end only, in the order of crossing. */
  crossed: Part[];
  /**
   * The names of the areas that the flow passes through, in order. Empty if the flow crosses no
   * boundary.
   */
  route: string[];
  /** True if an earlier flow has the same ends, in any direction. */
  isRepeated: boolean;
  isBidirectional: boolean;
};

/** Maps each attribute of a part, in lower case, to where it was found. */
export type Attributes = ReadonlyMap<string, FoundAttribute>;
export type FoundAttribute = { title: string; source: 'attribute' | 'type' | 'name' };

/** A threat that the model already has. */
export type KnownThreat = {
  title: string;
  status: string;
  priority: string;
  categories: string[];
  references: string[];
  mitigations: { status: string | null }[];
  dueDate: string | null;
};
