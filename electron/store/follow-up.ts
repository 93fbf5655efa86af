import { applyOperation, invertOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { renameComponent } from '#shared/canvas/edits/rename.ts';
import { replaceComponents } from '#shared/canvas/edits/replace-components.ts';
import { unlinkComponents } from '#shared/canvas/edits/unlink-components.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { Change, DrawingChange } from '#shared/desktop/change.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { copyComponent } from './copy-component.ts';
import { recordAncestors } from './record-ancestors.ts';
import type { RecordStep } from './record-step.ts';
import type { Records } from './records.ts';

type Parts = { records: Records; documents: CanvasDocuments };

/** For each canvas, the number of elements that show each component, by component ID. */
type ComponentsByCanvas = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Adds the effects of a gesture on the model's other canvases, because the window has only the open
 * canvas:
 * - A component is deleted only with the last element that shows it.
 * - A new name is written wherever the component is shown.
 * - If the canvas of a component is deleted, the component remains on another canvas that shows it. The
 *   service deletes a component with its canvas, so it is created again on that other canvas, with all
 *   its descendants.
 *
 * The gesture itself already contains its effects on the canvases that it names, so nothing is added for
 * them.
 */
export const createFollowUp = ({ records, documents }: Parts) => {
  const componentsOnOthers = (modelId: string, except: ReadonlySet<string>): ComponentsByCanvas =>
    new Map(
      records
        .children('canvas', modelId)
        .filter(({ id }) => !except.has(id))
        .map(({ id }) => [id, documents.drawnComponents.on(id)]),
    );

  const drawnOn = (
    canvasId: string,
    operationOn: (document: CanvasDocument) => CanvasOperation,
  ): DrawingChange[] => {
    const document = documents.read(canvasId);
    const operation = document ? operationOn(document) : [];
    return document && operation.length > 0
      ? [{ canvasId, operation, inverse: invertOperation(document, operation) }]
      : [];
  };

  const newTitles = (change: Change): [id: string, title: string][] =>
    change.records.flatMap((record) => {
      if (record.op !== 'update' || record.kind !== 'component') return [];
      const { title } = record.values;
      const before = records.find('component', record.id)?.local['title'];
      return typeof title === 'string' && title !== before ? [[record.id, title]] : [];
    });

  const ofDrawing = (change: Change): Change => {
    const named = new Set(change.drawings.map(({ canvasId }) => canvasId));
    const others = componentsOnOthers(change.scope, named);
    const isOnOthers = (id: string): boolean =>
      [...others.values()].some((components) => components.has(id));
    const titles = newTitles(change).filter(([id]) => isOnOthers(id));
    const renamed = [...(titles.length > 0 ? others.keys() : [])].flatMap((canvasId) =>
      drawnOn(canvasId, (document) =>
        titles
          .filter(([id]) => others.get(canvasId)?.has(id))
          .flatMap(([id, title]) => renameComponent(document, id, title)),
      ),
    );
    return {
      ...change,
      records: change.records.filter(
        ({ op, kind, id }) => !(op === 'delete' && kind === 'component' && isOnOthers(id)),
      ),
      drawings: [...change.drawings, ...renamed],
    };
  };

  /** Returns the change of a drawing that does `before` and then `operationOn` its result. */
  const drawnAfter = (
    canvasId: string,
    before: DrawingChange | undefined,
    operationOn: (document: CanvasDocument) => CanvasOperation,
  ): DrawingChange[] => {
    const stored = documents.read(canvasId);
    if (!before || !stored) return drawnOn(canvasId, operationOn);
    const document = applyOperation(stored, before.operation);
    const operation = operationOn(document);
    const inverse = [...invertOperation(document, operation), ...before.inverse];
    return [{ canvasId, operation: [...before.operation, ...operation], inverse }];
  };

  /** Returns the components on the canvases that remain, as they are after the gesture. */
  const remainingComponents = (
    { scope, drawings }: Change,
    leaving: ReadonlySet<string>,
  ): Map<string, ReadonlySet<string>> => {
    const shown = new Map<string, ReadonlySet<string>>(
      [...componentsOnOthers(scope, leaving)].map(([id, counts]) => [id, new Set(counts.keys())]),
    );
    for (const { canvasId, operation } of drawings) {
      const document = shown.has(canvasId) ? documents.read(canvasId) : null;
      if (document) shown.set(canvasId, shownIn(applyOperation(document, operation)));
    }
    return shown;
  };

  const ofDeletedCanvases = (change: Change, leaving: ReadonlySet<string>): Change => {
    const others = remainingComponents(change, leaving);
    const copies = [...leaving]
      .flatMap((canvasId) => records.childIds('component', canvasId))
      .flatMap((id) => {
        const home = [...others].find(([, components]) => components.has(id))?.[0];
        const component = home === undefined ? null : records.find('component', id);
        const copy =
          home && component && copyComponent(records, component, home, { comments: true });
        return copy ? [{ id, copy }] : [];
      });
    if (copies.length === 0) return change;
    const newIds = new Map(copies.map(({ id, copy }) => [id, copy.id]));
    const drawings = new Map(change.drawings.map((each) => [each.canvasId, each]));
    return {
      ...change,
      records: [...copies.flatMap(({ copy }) => copy.records), ...change.records],
      drawings: [
        ...change.drawings.filter(({ canvasId }) => !others.has(canvasId)),
        ...[...others.keys()].flatMap((canvasId) =>
          drawnAfter(canvasId, drawings.get(canvasId), (document) =>
            replaceComponents(document, newIds),
          ),
        ),
      ],
    };
  };

  /** Returns the change with its effects on other canvases. */
  const withFollowUp = (change: Change): Change => {
    const leaving = change.records.filter(({ op, kind }) => op === 'delete' && kind === 'canvas');
    if (leaving.length > 0) return ofDeletedCanvases(change, new Set(leaving.map(({ id }) => id)));
    const isAboutComponents = change.records.some(
      ({ op, kind }) => kind === 'component' && op !== 'create',
    );
    // A change that draws nothing, or that neither updates nor deletes a component, is returned as it
    // is, without reading the other canvases.
    return change.drawings.length > 0 && isAboutComponents ? ofDrawing(change) : change;
  };

  /**
   * Plans the changes of drawings for steps that remove components. Elements that remain on other
   * canvases then show no component. Call before the steps are applied, because this looks up what they
   * will remove.
   */
  const unlinking = (steps: readonly RecordStep[]): DrawingChange[] =>
    steps.flatMap((step) => {
      if (step.op !== 'remove') return [];
      const modelId = recordAncestors(records, step.kind, step.id).threatModel;
      const going = records.subtree(step.kind, step.id);
      const canvases = new Set(going.flatMap(({ kind, id }) => (kind === 'canvas' ? [id] : [])));
      const ids = going.flatMap(({ kind, id }) => (kind === 'component' ? [id] : []));
      const others = modelId === undefined ? [] : [...componentsOnOthers(modelId, canvases)];
      return others
        .filter(([, components]) => ids.some((id) => components.has(id)))
        .flatMap(([canvasId]) =>
          drawnOn(canvasId, (document) => unlinkComponents(document, new Set(ids))),
        );
    });

  return { withFollowUp, unlinking };
};

const shownIn = ({ nodes, edges }: CanvasDocument): ReadonlySet<string> =>
  new Set([...nodes, ...edges].flatMap(({ data }) => data?.componentId ?? []));
