import type { ComponentThreats, ModelDrawing } from '#shared/desktop/contract.ts';
import { desktop } from '../kernel/desktop/desktop.ts';

type Asked = { modelId: string; except: string; known: Readonly<Record<string, string>> };

/**
 * Reads the changed drawings of a model, and the threats of its components. Requests the threats of each
 * canvas separately, because other requests would have to wait for a single long request.
 */
export const modelFacts = async ({
  modelId,
  except,
  known,
}: Asked): Promise<{ drawings: ModelDrawing[]; threats: ComponentThreats[] }> => {
  const drawings = await desktop.models.drawings({ id: modelId, except, known });
  const threats: ComponentThreats[] = [];
  for (const { id } of drawings) threats.push(...(await desktop.canvas.threats({ id })));
  return { drawings, threats };
};
