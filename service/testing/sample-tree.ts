import type { TestClient } from './test-client.ts';

/** One record of each kind, each the child of the previous one. */
export type SampleTree = {
  collectionId: string;
  threatModelId: string;
  canvasId: string;
  componentId: string;
  threatId: string;
  mitigationId: string;
  commentId: string;
};

export const plantTree = async ({ api }: TestClient): Promise<SampleTree> => {
  const { id: collectionId } = await api.collections.create({ title: 'Collection' });
  const { id: threatModelId } = await api.threatModels.create({ title: 'Model', collectionId });
  const { id: canvasId } = await api.canvases.create({ title: 'Canvas', threatModelId });
  const { id: componentId } = await api.components.create({ title: 'Component', canvasId });
  const { id: threatId } = await api.threats.create({ title: 'Threat', componentId });
  const { id: mitigationId } = await api.mitigations.create({ title: 'Mitigation', threatId });
  const { id: commentId } = await api.comments.create({ text: 'Comment', threatId });
  return {
    collectionId,
    threatModelId,
    canvasId,
    componentId,
    threatId,
    mitigationId,
    commentId,
  };
};
