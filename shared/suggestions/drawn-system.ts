import type { SecurityValues } from '../canvas/security-properties.ts';

/**
 * The content of a drawing without positions and colors. It is the input of the rules. A component
 * that is drawn several times is one part.
 */
export type DrawnSystem = { parts: Part[] };

export const partKinds = ['process', 'store', 'entity', 'flow', 'boundary'] as const;
export type PartKind = (typeof partKinds)[number];

export type Part = {
  /** The number of the part within the system. Tables of results use it as an index. */
  index: number;
  /**
   * The ID of the component. Without a component, this is the ID in the imported file, or else the ID
   * of the node or edge.
   */
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
  /** The flows into this part. A bidirectional flow is both incoming and outgoing. */
  incoming: Part[];
  /** The flows out of this part. */
  outgoing: Part[];
  flow: FlowFacts | undefined;
};

type FlowFacts = {
  source: Part;
  target: Part;
  /**
   * The boundaries that contain only one end of the flow, in the order in which the flow crosses them.
   */
  crossed: Part[];
  /**
   * The names of the areas that the flow passes through, in order. Empty if the flow crosses no
   * boundary.
   */
  route: string[];
  /** True if an earlier flow connects the same parts, in either direction. */
  isRepeated: boolean;
  isBidirectional: boolean;
};

/** The attributes of a part by key. The key of an attribute is its title as words in lower case. */
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
