import { useNavigate } from '@tanstack/react-router';
import { workspaceScope } from '#shared/desktop/change.ts';
import type { CopiedModels } from '#shared/desktop/moves.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import {
  applyWorkspaceChange,
  makeInStore,
  offerUndo,
} from '../kernel/workspace/apply-workspace-change.tsx';
import {
  isCanvasShown,
  isModelShown,
  openCanvas,
  openModel,
} from '../kernel/workspace/location.ts';
import { useOverview, useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { deleteModels } from '../kernel/workspace/workspace-changes.ts';
import type { CollectionEntry, ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { showBusyLater } from '../ui/notice.tsx';
import { selectModels, selectNone } from './model-selection.ts';
import { copyName } from './tabs/reordered.ts';

/**
 * If the window shows a model or canvas that was replaced with a copy, goes to the copy. Moving a model
 * to another collection replaces it with a copy.
 */
const follow = ({ models, canvases }: CopiedModels): void => {
  const canvas = canvases.find(({ from }) => isCanvasShown(from));
  const model = models.find(({ from }) => isModelShown(from));
  if (canvas) openCanvas(canvas.to);
  else if (model) openModel(model.to);
};

const reversed = ({ label, models, canvases }: CopiedModels): CopiedModels => {
  const turned = (pairs: CopiedModels['models']) =>
    pairs.map(({ from, to }) => ({ from: to, to: from }));
  return { label, models: turned(models), canvases: turned(canvases) };
};

/**
 * Returns the actions on one or several models. Each action is one undo step in the history of the
 * workspace.
 */
export const useModelActions = () => {
  const { t } = useTranslation('collections');
  const { data: overview = [] } = useOverview();
  const { model: openedModel } = useWorkspaceLocation();
  const navigate = useNavigate();

  /** Downloads the models that are not downloaded yet, so that their copies are complete. */
  const download = async (models: readonly ModelEntry[]): Promise<void> => {
    const missing = models.filter(({ isDownloaded }) => !isDownloaded);
    if (missing.length === 0) return;
    const hideBusy = showBusyLater(() => t('downloading', { count: missing.length }));
    try {
      for (const { id } of missing) await desktop.sync.fetchModel({ id });
      await desktop.sync.now();
    } finally {
      hideBusy();
    }
  };

  const copied = async (
    models: readonly ModelEntry[],
    make: () => Promise<CopiedModels>,
  ): Promise<CopiedModels | null> => {
    try {
      await download(models);
    } catch (error) {
      showError(error);
      return null;
    }
    return await makeInStore(make);
  };

  const move = async (models: readonly ModelEntry[], to: CollectionEntry): Promise<void> => {
    const moving = models.filter(({ parentId }) => parentId !== to.id);
    const [first] = moving;
    if (!first) return;
    const ids = moving.map(({ id }) => id);
    const moved = await copied(moving, () => desktop.models.move({ ids, collectionId: to.id }));
    if (!moved) return;
    follow(moved);
    if (moving.length > 1) selectModels(moved.models.map((each) => each.to));
    else selectNone();
    const text = t('moved', {
      count: moving.length,
      title: first.title,
      collection: to.title,
    });
    offerUndo({ scope: workspaceScope, label: moved.label }, text, () => follow(reversed(moved)));
  };

  const duplicate = async (models: readonly ModelEntry[]): Promise<void> => {
    const [first] = models;
    if (!first) return;
    const taken = overview.flatMap((collection) => collection.models.map(({ title }) => title));
    const titled = models.map(({ id, title: original }) => {
      const title = copyName(taken, (number) =>
        t(number === 1 ? 'copy-of' : 'copy-number', { title: original, number }),
      );
      taken.push(title);
      return { id, title };
    });
    const made = await copied(models, () => desktop.models.duplicate({ models: titled }));
    if (!made) return;
    selectModels(made.models.map(({ to }) => to));
    const text = t('duplicated', { count: models.length, title: first.title });
    offerUndo({ scope: workspaceScope, label: made.label }, text);
  };

  const remove = async (models: readonly ModelEntry[]): Promise<void> => {
    const [first] = models;
    if (!first) return;
    selectNone();
    if (models.some(({ id }) => id === openedModel?.id)) await navigate({ to: '/' });
    const change = deleteModels(models.map(({ id }) => id));
    if (!(await applyWorkspaceChange(change))) return;
    offerUndo(change, t('deleted-models', { count: models.length, title: first.title }));
  };

  return {
    move: (models: readonly ModelEntry[], to: CollectionEntry): void => void move(models, to),
    duplicate: (models: readonly ModelEntry[]): void => void duplicate(models),
    remove: (models: readonly ModelEntry[]): void => void remove(models),
  };
};
