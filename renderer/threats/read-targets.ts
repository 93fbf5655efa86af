import { storedDocumentSchema } from '#shared/canvas/document.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { targetsIn, type Component, type Drawing, type ThreatTarget } from './threat-targets.ts';

/**
 * Reads the elements and components of a model that can get threats. For the open canvas, it uses the
 * document in the window, because the last edits may not be stored yet.
 */
export const readTargets = async (
  modelId: string,
  canvasIds: readonly string[],
  signal: AbortSignal,
): Promise<ThreatTarget[]> => {
  const components: Component[] = [];
  for (const id of canvasIds) components.push(...(await desktop.canvas.components({ id })));
  const read = await desktop.models.drawings({ id: modelId, except: '', known: {} }, { signal });
  const open = useCanvas.getState();
  const drawings = read.flatMap(({ id: canvasId, document }): Drawing[] => {
    if (canvasId === open.canvasId) return [{ canvasId, document: open.document }];
    if (document === null) return [];
    return [{ canvasId, document: storedDocumentSchema.parse(JSON.parse(document)) }];
  });
  return targetsIn(drawings, components);
};
