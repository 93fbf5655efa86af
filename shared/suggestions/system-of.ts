import type { CanvasDocument, CanvasEdge } from '../canvas/document.ts';
import { partOf } from '../canvas/element-kinds.ts';
import { crossedBoundaries } from '../canvas/geometry.ts';
import { ancestorsOf } from '../canvas/lookup.ts';
import { securityKeys, securityOf, type SecurityValues } from '../canvas/security-properties.ts';
import { withoutDangling } from '../canvas/without-dangling.ts';
import { t } from '../locales/texts.ts';
import { dismissedIn } from './dismissed.ts';
import type { DrawnSystem, KnownThreat, Part, PartKind } from './drawn-system.ts';
import { noThreatsIn } from './no-threats.ts';
import type { PartTexts, Vocabulary } from './vocabulary.ts';

export type DrawnModel = {
  canvases: { id: string; document: CanvasDocument }[];
  /** The types and tags that components have in the imported file, by the ID of the component. */
  types: ReadonlyMap<string, string[]>;
  /** The threats of each component, by the ID of the component. */
  threats: ReadonlyMap<string, KnownThreat[]>;
};

/** Returns the system that canvases and their records describe. Takes linear time. */
export const systemOf = (model: DrawnModel, vocabulary: Vocabulary): DrawnSystem => {
  const builder = new SystemBuilder(model, vocabulary);
  for (const { id, document } of model.canvases) builder.add(id, withoutDangling(document));
  return builder.finished();
};

type Drawn = {
  id: string;
  kind: PartKind;
  name: string | undefined;
  data: Readonly<Record<string, unknown>>;
  occurrence: Part['drawn'][number];
};

class SystemBuilder {
  readonly #model: DrawnModel;
  readonly #vocabulary: Vocabulary;
  readonly #parts = new Map<string, Part>();
  readonly #flows = new Map<string, Part>();
  readonly #pairs = new Set<string>();

  constructor(model: DrawnModel, vocabulary: Vocabulary) {
    this.#model = model;
    this.#vocabulary = vocabulary;
  }

  finished(): DrawnSystem {
    return { parts: [...this.#parts.values(), ...this.#flows.values()] };
  }

  add(canvasId: string, document: CanvasDocument): void {
    const drawnParts = new Map<string, Part>();
    for (const node of document.nodes) {
      const kind = partOf(node.type);
      if (!kind) continue;
      const data = dataOf(node.data);
      const id = componentIn(data) ?? idInFile(data, 'zone') ?? node.id;
      const occurrence = { canvasId, elementId: node.id };
      const drawn = { id, kind, name: textIn(data, 'label'), data, occurrence };
      drawnParts.set(node.id, this.#drawn(this.#parts, drawn));
    }
    for (const node of document.nodes) {
      const part = drawnParts.get(node.id);
      if (!part || part.boundaries.length > 0) continue;
      part.boundaries = ancestorsOf(document, node).flatMap((each) => {
        const around = drawnParts.get(each.id);
        return around?.kind === 'boundary' ? [around] : [];
      });
    }
    for (const edge of document.edges) this.#addFlow(canvasId, document, edge, drawnParts);
  }

  #addFlow(
    canvasId: string,
    document: CanvasDocument,
    edge: CanvasEdge,
    drawnParts: ReadonlyMap<string, Part>,
  ): void {
    const [source, target] = [drawnParts.get(edge.source), drawnParts.get(edge.target)];
    if (!source || !target) return;
    const data = dataOf(edge.data);
    const id = componentIn(data) ?? idInFile(data, 'flow') ?? edge.id;
    const name =
      textIn(data, 'label') ??
      t('suggestions:unnamed.flow', { source: source.name, target: target.name });
    const occurrence = { canvasId, elementId: edge.id };
    const part = this.#drawn(this.#flows, { id, kind: 'flow', name, data, occurrence });
    if (part.flow) return;
    const crossed = crossedBoundaries(document, edge).flatMap(
      ({ id: at }) => drawnParts.get(at) ?? [],
    );
    const isBidirectional = data['bidirectional'] === true;
    part.flow = {
      source,
      target,
      crossed,
      route: routeOf(source, target, crossed),
      isRepeated: this.#isRepeated(source, target),
      isBidirectional,
    };
    source.outgoing.push(part);
    target.incoming.push(part);
    if (!isBidirectional || source === target) return;
    source.incoming.push(part);
    target.outgoing.push(part);
  }

  #isRepeated(source: Part, target: Part): boolean {
    const pair = [source.id, target.id].toSorted().join('\n');
    if (this.#pairs.has(pair)) return true;
    this.#pairs.add(pair);
    return false;
  }

  /**
   * Returns the part that an element shows. If an earlier element shows the same part, the facts of
   * this element are added to the part.
   */
  #drawn(parts: Map<string, Part>, { id, kind, name, data, occurrence }: Drawn): Part {
    const componentId = componentIn(data);
    // A zone of a file can have the ID of a component.
    const key = componentId === undefined ? `element ${id}` : `component ${id}`;
    const known = parts.get(key);
    if (known) {
      known.drawn.push(occurrence);
      known.security = { ...securityOf(data), ...known.security };
      known.isConsidered ||= noThreatsIn(data) !== null;
      known.isOutOfScope &&= data['outOfScope'] === true;
      known.dismissed = new Set([...known.dismissed, ...dismissedIn(data)]);
      return known;
    }
    const security = securityIn(data);
    const texts: PartTexts = {
      attributes: textsIn(data, 'attributes'),
      types: [
        ...(security.technology === undefined ? [] : [security.technology]),
        ...(this.#model.types.get(componentId ?? '') ?? []),
        ...typesInFile(data),
      ],
      name: name ?? '',
    };
    const part: Part = {
      index: this.#parts.size + this.#flows.size,
      id,
      kind,
      name: name ?? (kind === 'flow' ? '' : t(`suggestions:unnamed.${kind}`)),
      drawn: [occurrence],
      componentId,
      security,
      attributes: this.#vocabulary.attributesIn(texts, kind),
      threats: this.#model.threats.get(componentId ?? '') ?? [],
      dismissed: dismissedIn(data),
      isOutOfScope: data['outOfScope'] === true,
      isConsidered: noThreatsIn(data) !== null,
      boundaries: [],
      incoming: [],
      outgoing: [],
      flow: undefined,
    };
    parts.set(key, part);
    return part;
  }
}

/**
 * Returns the `data` of an element, or an empty object if `data` is missing or not an object. Both can
 * happen, because documents are stored as they arrive.
 */
const dataOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? { ...data } : {};

const textIn = (data: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const value = data[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

const textsIn = (data: Readonly<Record<string, unknown>>, key: string): string[] => {
  const value = data[key];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

const componentIn = (data: Readonly<Record<string, unknown>>): string | undefined =>
  textIn(data, 'componentId');

/**
 * Returns the ID that a trust zone or a flow had in the imported file. It may differ from the
 * element's ID.
 */
const idInFile = (
  data: Readonly<Record<string, unknown>>,
  kind: 'zone' | 'flow',
): string | undefined => textIn(dataOf(dataOf(data['otm'])[kind]), 'id');

/**
 * Returns the type that the imported file states for a trust zone or a flow. Types of components are
 * not in `data` but in `DrawnModel`.
 */
const typesInFile = (data: Readonly<Record<string, unknown>>): string[] => {
  const { zone, flow } = dataOf(data['otm']);
  const types = [
    textIn(dataOf(dataOf(zone)['raw']), 'type'),
    textIn(dataOf(dataOf(dataOf(flow)['raw'])['attributes']), 'type'),
  ];
  return types.filter((type) => type !== undefined);
};

const hasSecurity = (data: Readonly<Record<string, unknown>>): boolean =>
  securityKeys.some((key) => key in data);

const unknownSecurity: SecurityValues = {};

const securityIn = (data: Readonly<Record<string, unknown>>): SecurityValues =>
  hasSecurity(data) ? securityOf(data) : unknownSecurity;

/**
 * Returns the names of the areas that a flow passes through. These are the boundaries that it crosses
 * and, if the flow begins or ends outside of all of them, the area common to both ends.
 */
const routeOf = (source: Part, target: Part, crossed: readonly Part[]): string[] => {
  if (crossed.length === 0) return [];
  const common =
    source.boundaries.find((each) => target.boundaries.includes(each))?.name ??
    t('suggestions:outside');
  const names = crossed.map(({ name }) => name);
  const leavesNone = !crossed.some((each) => each === source || source.boundaries.includes(each));
  const entersNone = !crossed.some((each) => each === target || target.boundaries.includes(each));
  return [...(leavesNone ? [common] : []), ...names, ...(entersNone ? [common] : [])];
};
