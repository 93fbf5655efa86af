import type { SampleTree } from './sample-tree.ts';

export type EndpointRequest = { method: string; path: string; json?: unknown };

const comment = ({ threatId }: SampleTree) => ({ threatId, text: 'Seen' });

/**
 * A valid request to every endpoint that reads or changes something in a collection, in an order in
 * which each still finds what it is about; `userId` is who calls.
 */
export const requestsOn = (tree: SampleTree, userId: string): EndpointRequest[] => [
  { method: 'GET', path: `/collections/${tree.collectionId}` },
  { method: 'GET', path: `/threat-models/collection/${tree.collectionId}` },
  { method: 'GET', path: `/threat-models/${tree.threatModelId}` },
  { method: 'GET', path: `/threat-models/otm/${tree.threatModelId}` },
  { method: 'GET', path: `/canvases/threat-model/${tree.threatModelId}` },
  { method: 'GET', path: `/canvases/${tree.canvasId}` },
  { method: 'GET', path: `/components/for-canvas/${tree.canvasId}` },
  { method: 'GET', path: `/components/${tree.componentId}` },
  { method: 'GET', path: `/threats/for-component/${tree.componentId}` },
  { method: 'GET', path: `/threats/${tree.threatId}` },
  { method: 'GET', path: `/mitigations/for-threat/${tree.threatId}` },
  { method: 'GET', path: `/mitigations/${tree.mitigationId}` },
  { method: 'GET', path: `/comments/for-threat/${tree.threatId}` },
  { method: 'GET', path: `/comments/${tree.commentId}` },
  { method: 'POST', path: '/threat-models', json: { ...titled, collectionId: tree.collectionId } },
  {
    method: 'POST',
    path: '/threat-models/many',
    json: { collectionId: tree.collectionId, threatModelsData: [titled] },
  },
  { method: 'POST', path: `/threat-models/otm/${tree.collectionId}`, json: otm },
  { method: 'POST', path: '/canvases', json: { ...titled, threatModelId: tree.threatModelId } },
  { method: 'POST', path: '/components', json: { ...titled, canvasId: tree.canvasId } },
  { method: 'POST', path: '/threats', json: { ...titled, componentId: tree.componentId } },
  { method: 'POST', path: '/mitigations', json: { ...titled, threatId: tree.threatId } },
  { method: 'POST', path: '/comments', json: comment(tree) },
  { method: 'POST', path: '/comments/many', json: [{ ...comment(tree), userId }] },
  { method: 'PATCH', path: `/collections/${tree.collectionId}`, json: titled },
  { method: 'PATCH', path: `/threat-models/${tree.threatModelId}`, json: titled },
  { method: 'PATCH', path: `/canvases/${tree.canvasId}`, json: titled },
  { method: 'PATCH', path: `/components/${tree.componentId}`, json: titled },
  { method: 'PATCH', path: `/threats/${tree.threatId}`, json: titled },
  { method: 'PATCH', path: `/mitigations/${tree.mitigationId}`, json: titled },
  { method: 'PATCH', path: `/comments/${tree.commentId}`, json: { text: 'Changed' } },
  { method: 'DELETE', path: `/comments/${tree.commentId}` },
  { method: 'DELETE', path: `/mitigations/${tree.mitigationId}` },
  { method: 'DELETE', path: `/threats/${tree.threatId}` },
  { method: 'DELETE', path: `/components/${tree.componentId}` },
  { method: 'DELETE', path: `/canvases/${tree.canvasId}` },
  { method: 'DELETE', path: `/threat-models/${tree.threatModelId}` },
  { method: 'DELETE', path: `/collections/${tree.collectionId}` },
];

const titled = { title: 'Sample' };
const otm = { otmVersion: '0.2.0', project: { name: 'Sample', id: 'sample' } };
