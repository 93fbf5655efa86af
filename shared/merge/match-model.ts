import type { CanvasDocument } from '../canvas/document.ts';
import { translateComponentIds } from '../canvas/translate-component-ids.ts';
import type {
  CanvasContent,
  ComponentContent,
  MitigationContent,
  ModelContent,
  ReadModel,
  ThreatContent,
} from '../otm/content.ts';
import { pick } from '../otm/fields.ts';
import { fieldNames } from '../records/record-fields.ts';
import { byId } from './by-id.ts';
import { matchCanvas } from './match-canvas.ts';

type NewId = () => string;
type Unstated = ReadModel['unstated'];

/**
 * `own` is the model that the file is matched with. `now` is our present model: new elements must not
 * cover the elements of `now`.
 */
type Sides = { own: ModelContent; now: ModelContent; file: ModelContent; unstated: Unstated };

/** Maps the IDs of components in the file to their IDs in our model. */
type Ids = Map<string, string>;

/**
 * `enlarged` has the IDs of the boundaries that were enlarged to hold new elements, by the ID of the
 * canvas.
 */
type MatchedModel = { model: ModelContent; enlarged: ReadonlyMap<string, ReadonlySet<string>> };

/**
 * Returns the model of a file with the IDs of our model, so that both can be merged. Canvases, elements,
 * components, threats, and mitigations are matched by ID, or else by name and kind within the canvas,
 * component, or threat that contains them. Parts without a match get new IDs. If the file does not state
 * the position of a matched element, the element keeps its position in `own`.
 */
export const matchModel = (sides: Sides, newId: NewId): MatchedModel => {
  const { own, file } = sides;
  const ids: Ids = new Map();
  const matched = matchCanvases(sides, newId, ids);
  matchOtherComponents(own, file, ids, newId);
  const canvases = matched.map(({ canvas }) => ({
    ...canvas,
    data: translateComponentIds(canvas.data, (id) => ids.get(id) ?? null),
  }));
  const canvasIds = new Map(matched.map(({ fileId, canvas }) => [fileId, canvas.id]));
  const known = byId(own.components);
  const components = new Map<string, ComponentContent>();
  for (const component of file.components) {
    const id = ids.get(component.id) ?? newId();
    const [mine, before] = [known.get(id), components.get(id)];
    const canvasId = mine?.canvasId ?? canvasIds.get(component.canvasId) ?? own.canvases[0]?.id;
    const threats = matchThreats(mine?.threats ?? [], component.threats, newId);
    components.set(id, {
      ...component,
      id,
      canvasId: canvasId ?? component.canvasId,
      threats: before ? withMore(before.threats, threats) : threats,
    });
  }
  return {
    model: { ...file, id: own.id, canvases, components: [...components.values()] },
    enlarged: new Map(matched.map(({ canvas, enlarged }) => [canvas.id, enlarged])),
  };
};

/**
 * Joins the threats of two components of a file that match the same component of our model. A threat
 * that both components have is added once.
 */
const withMore = (threats: ThreatContent[], more: ThreatContent[]): ThreatContent[] => {
  const known = byId(threats);
  return [...threats, ...more.filter(({ id }) => !known.has(id))];
};

type MatchedCanvas = { fileId: string; canvas: CanvasContent; enlarged: ReadonlySet<string> };

/**
 * Returns the canvases of the file with the IDs of our matching canvases. Adds the components that the
 * matched elements show to `ids`.
 */
const matchCanvases = (
  { own, now, file, unstated }: Sides,
  newId: NewId,
  ids: Ids,
): MatchedCanvas[] => {
  const current = byId(now.canvases);
  const withThreats = new Set(
    file.components.flatMap(({ id, threats }) => (threats.length > 0 ? [id] : [])),
  );
  const ours = new Set(own.components.map(({ id }) => id));
  const found = new Map<string, Omit<MatchedCanvas, 'fileId'>>();
  const match = (mine: CanvasContent, candidates: readonly CanvasContent[], isOnly: boolean) => {
    const best = matchCanvas(
      { title: mine.title, document: mine.data, now: current.get(mine.id)?.data },
      candidates.map(({ id, title, data }) => ({
        title,
        document: data,
        unstated: unstated.get(id),
      })),
    );
    const other = best && candidates[best.index];
    if (!other || (best.pairCount === 0 && !isOnly && other.title !== mine.title)) return;
    const data = withComponents(other.data, best.document, { withThreats, ours, ids });
    const canvas = { ...other, id: mine.id, data };
    found.set(other.id, { canvas, enlarged: best.enlarged });
  };
  const fileCanvases = byId(file.canvases);
  const rest = own.canvases.filter((mine) => {
    const same = fileCanvases.get(mine.id);
    if (same) match(mine, [same], true);
    return !same;
  });
  for (const mine of rest) {
    const left = file.canvases.filter(({ id }) => !found.has(id));
    if (left.length > 0) match(mine, left, rest.length === 1 && left.length === 1);
  }
  return file.canvases.map((canvas) => ({
    fileId: canvas.id,
    ...(found.get(canvas.id) ?? {
      canvas: { ...canvas, id: newId() },
      enlarged: new Set<string>(),
    }),
  }));
};

type Named = { data?: { componentId?: string | undefined } | undefined };

type Components = {
  /** The file's components that have threats. */
  withThreats: ReadonlySet<string>;
  ours: ReadonlySet<string>;
  ids: Ids;
};

/**
 * Decides which component each element of a matched canvas shows. `matched` has the elements of `file`
 * in the same order, but a matched element has the component of our element. If our element has a
 * component, `ids` maps the file's component to it, unless another element shows that component both in
 * our model and in the file. If our element has none, and the file's component has threats, the element
 * gets the file's component, because these threats would otherwise belong to no element.
 */
const withComponents = (
  file: CanvasDocument,
  matched: CanvasDocument,
  { withThreats, ours, ids }: Components,
): CanvasDocument => {
  const linked = <Element extends Named>(
    element: Element,
    before: Element | undefined,
  ): Element => {
    const [own, other] = [element.data?.componentId, before?.data?.componentId];
    if (other === undefined) return element;
    if (own === undefined) {
      return withThreats.has(other)
        ? { ...element, data: { ...element.data, componentId: other } }
        : element;
    }
    if (own !== other && !ids.has(other)) ids.set(other, own);
    return element;
  };
  const before: Named[] = [...file.nodes, ...file.edges];
  for (const [at, { data }] of [...matched.nodes, ...matched.edges].entries()) {
    const id = data?.componentId;
    if (id !== undefined && ours.has(id) && id === before[at]?.data?.componentId) ids.set(id, id);
  }
  return {
    ...matched,
    nodes: matched.nodes.map((node, at) => linked(node, file.nodes[at])),
    edges: matched.edges.map((edge, at) => linked(edge, file.edges[at])),
  };
};

/**
 * Adds to `ids` the components of the file that no matched element shows. They are matched by ID, or
 * else by name with one of our components that no element shows. Components without a match get new IDs.
 */
const matchOtherComponents = (
  own: ModelContent,
  file: ModelContent,
  ids: Ids,
  newId: NewId,
): void => {
  const known = byId(own.components);
  const taken = new Set(ids.values());
  const drawnIds = drawnComponentIds(own);
  const unseen = new Map(
    own.components
      .filter(({ id }) => !taken.has(id) && !drawnIds.has(id))
      .map((component) => [nameOf(component.title), component.id]),
  );
  for (const { id, title } of file.components) {
    if (ids.has(id)) continue;
    const same = known.has(id) ? id : unseen.get(nameOf(title));
    ids.set(id, same ?? newId());
  }
};

const drawnComponentIds = ({ canvases }: ModelContent): Set<string> =>
  new Set(
    canvases.flatMap(({ data: { nodes, edges } }) =>
      [...nodes, ...edges].flatMap(({ data }) => data?.componentId ?? []),
    ),
  );

const nameOf = (title: string): string => title.trim().toLowerCase();

type Titled = { id: string; title: string };

/**
 * Returns the match of each part of the file: our part with the same ID or, for the remaining parts, our
 * part with the same name. Parts with the same name are paired in the order in which they are listed.
 */
const pairs = <Item extends Titled>(
  own: readonly Item[],
  other: readonly Item[],
): Map<Item, Item> => {
  const known = byId(own);
  const found = new Map<Item, Item>();
  const taken = new Set<Item>();
  const pair = (item: Item, mine: Item | undefined): void => {
    if (!mine || taken.has(mine)) return;
    found.set(item, mine);
    taken.add(mine);
  };
  for (const item of other) pair(item, known.get(item.id));
  const named = Map.groupBy(
    own.filter((each) => !taken.has(each)),
    ({ title }) => nameOf(title),
  );
  for (const item of other)
    if (!found.has(item)) pair(item, named.get(nameOf(item.title))?.shift());
  return found;
};

/** The fields that only a create can set. Matched parts keep our values of these fields. */
const once = {
  threat: new Set(fieldNames('threat', ({ write }) => write === 'create')),
  mitigation: new Set(fieldNames('mitigation', ({ write }) => write === 'create')),
};

const matchThreats = (
  own: readonly ThreatContent[],
  other: readonly ThreatContent[],
  newId: NewId,
): ThreatContent[] => {
  const found = pairs(own, other);
  return other.map((threat) => {
    const mine = found.get(threat);
    const comments = threat.comments.map(
      (comment) => mine?.comments.find(({ text }) => text === comment.text) ?? comment,
    );
    return {
      ...threat,
      ...(mine && pick(mine, (key) => once.threat.has(key))),
      id: mine?.id ?? newId(),
      comments,
      mitigations: matchMitigations(mine?.mitigations ?? [], threat.mitigations, newId),
    };
  });
};

const matchMitigations = (
  own: readonly MitigationContent[],
  other: readonly MitigationContent[],
  newId: NewId,
): MitigationContent[] => {
  const found = pairs(own, other);
  return other.map((mitigation) => {
    const mine = found.get(mitigation);
    return {
      ...mitigation,
      ...(mine && pick(mine, (key) => once.mitigation.has(key))),
      id: mine?.id ?? newId(),
    };
  });
};
