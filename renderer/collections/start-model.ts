import { t } from 'i18next';
import type { TemplateName } from '#shared/sample/templates.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { applyWorkspaceChange } from '../kernel/workspace/apply-workspace-change.tsx';
import { createCollection } from '../kernel/workspace/workspace-changes.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';

/**
 * The title of the new model, and the ID of its collection. If `collectionId` is `null`, there is no
 * collection yet, and one is created.
 */
type Wanted = { title: string; collectionId: string | null };

/**
 * Creates a model from a template, from the sample, or as a copy of the open model. Returns the ID of
 * the canvas to open, or `null` if the model was not created or has no canvas.
 */
export const startModel = async (
  start: TemplateName | 'sample' | 'copy',
  opened: ModelEntry | null,
  wanted: Wanted,
): Promise<string | null> => {
  if (start === 'copy') return await copyOf(opened, wanted);
  if (start !== 'sample') return await fromTemplate(start, wanted);
  const { canvasId } = await inTurn(() => desktop.workspace.addSample());
  await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
  return canvasId;
};

const fromTemplate = async (
  template: TemplateName,
  { title, collectionId }: Wanted,
): Promise<string | null> => {
  const id = collectionId ?? (await firstCollection());
  if (id === null) return null;
  const { handle } = await inTurn(() => desktop.imports.template({ template, title }));
  const { canvasId } = await desktop.imports.run({ handle, collectionId: id, tidiesUp: false });
  await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
  return canvasId;
};

const firstCollection = async (): Promise<string | null> => {
  const { change, collectionId } = createCollection(t('first-collection', { ns: 'collections' }));
  return (await applyWorkspaceChange(change)) ? collectionId : null;
};

/** Copies a model without its comments. */
const copyOf = async (model: ModelEntry | null, { title }: Wanted): Promise<string | null> => {
  if (!model) return null;
  const { canvases } = await inTurn(() =>
    desktop.models.duplicate({ models: [{ id: model.id, title }] }),
  );
  await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
  return canvases[0]?.to ?? null;
};
