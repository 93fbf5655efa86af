import { useNavigate } from '@tanstack/react-router';
import type { ModelEntry } from './use-overview.ts';

/** Opens a model at its first canvas, or at the page that offers to make one. */
export const useOpenModel = (): ((model: ModelEntry) => void) => {
  const navigate = useNavigate();
  return ({ id, canvases: [first] }) =>
    void (first
      ? navigate({ to: '/canvases/$canvasId', params: { canvasId: first.id } })
      : navigate({ to: '/models/$modelId', params: { modelId: id } }));
};
