import { workspaceScope } from '#shared/desktop/change.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { RecordKind } from '#shared/desktop/records.ts';
import { desktop } from '../app/desktop.ts';
import { canvasAtHand } from './canvas-at-hand.ts';

type RecordPlace =
  | { page: 'home' }
  | { page: 'model'; modelId: string }
  | { page: 'canvas'; canvasId: string; componentId: string | null };

/** Where a record is seen, in whose history its changes are, and what it says. */
type FoundRecord = { place: RecordPlace; scope: string; values: object };

type Search = (id: string) => Promise<FoundRecord | null>;

const inWorkspace = (place: RecordPlace, values: object): FoundRecord => ({
  place,
  scope: workspaceScope,
  values,
});

/** What is in a model is in its history. */
const onCanvas = (
  { modelId, canvasId }: { modelId: string; canvasId: string },
  componentId: string | null,
  values: object,
): FoundRecord => ({
  place: { page: 'canvas', canvasId, componentId },
  scope: modelId,
  values,
});

const models = async () => (await desktop.workspace.overview()).flatMap((each) => each.models);

const collection: Search = async (id) => {
  const found = (await desktop.workspace.overview()).find((each) => each.id === id);
  return found ? inWorkspace({ page: 'home' }, found) : null;
};

const threatModel: Search = async (id) => {
  const found = (await models()).find((model) => model.id === id);
  return found ? inWorkspace({ page: 'model', modelId: id }, found) : null;
};

const canvases = async () =>
  (await models()).flatMap((model) =>
    model.canvases.map((each) => ({ modelId: model.id, canvasId: each.id, values: each })),
  );

const canvas: Search = async (id) => {
  const found = (await canvases()).find(({ canvasId }) => canvasId === id);
  return found ? onCanvas(found, null, found.values) : null;
};

const detailOf = async (id: string): Promise<ComponentDetail | null> =>
  await desktop.component.detail({ id }).catch(() => null);

const component: Search = async (id) => {
  const found = await detailOf(id);
  const place = (await canvases()).find(({ canvasId }) => canvasId === found?.parentId);
  return found && place ? onCanvas(place, id, found) : null;
};

type Holder = (detail: ComponentDetail) => readonly { id: string }[];

/** What components hold is known by them alone: the canvas at hand is searched first. */
const heldBy =
  (held: Holder): Search =>
  async (id) => {
    const open = (await canvasAtHand()).canvasId;
    const isOpen = ({ canvasId }: { canvasId: string }): number => Number(canvasId === open);
    for (const place of (await canvases()).toSorted((a, b) => isOpen(b) - isOpen(a))) {
      const components = await desktop.canvas.components({ id: place.canvasId });
      const details = await Promise.all(components.map(async (each) => await detailOf(each.id)));
      for (const detail of details) {
        const values = detail && held(detail).find((each) => each.id === id);
        if (values) return onCanvas(place, detail.id, values);
      }
    }
    return null;
  };

const searches: Record<RecordKind, Search> = {
  collection,
  threatModel,
  canvas,
  component,
  threat: heldBy(({ threats }) => threats),
  mitigation: heldBy(({ threats }) => threats.flatMap(({ mitigations }) => mitigations)),
  comment: heldBy(({ threats }) => threats.flatMap(({ comments }) => comments)),
};

/** `null` where it is not here any more. */
export const findRecord = async (kind: RecordKind, id: string): Promise<FoundRecord | null> =>
  await searches[kind](id);
