import { canvasOf } from './canvas-of.ts';
import type { LoadRequest } from './load.ts';
import type { Seeded } from './seed.ts';

export type RequestKind = { name: string; next: () => LoadRequest };

/**
 * Returns the kinds of requests to measure. Each request about one threat or component uses another
 * record than the request before it, so that caches do not help.
 */
export const requestKinds = ({ threatIds, componentIds, canvasId }: Seeded): RequestKind[] => {
  let turn = 0;
  const oneOf = (ids: readonly string[]) => ids[(turn += 7919) % ids.length] ?? '';
  const canvasPath = `/canvases/${canvasId}`;
  const title = 'Somebody reads what is sent';
  const lastPage = threatIds.length / 20;
  return [
    { name: 'get by id', next: () => ({ method: 'GET', path: `/threats/${oneOf(threatIds)}` }) },
    { name: 'list page of 20 with count', next: () => ({ method: 'GET', path: '/threats' }) },
    {
      name: 'the last of its pages',
      next: () => ({ method: 'GET', path: `/threats?page=${lastPage}` }),
    },
    {
      name: 'PATCH',
      next: () => ({
        method: 'PATCH',
        path: `/threats/${oneOf(threatIds)}`,
        body: JSON.stringify({ title: `${title} ${turn}` }),
      }),
    },
    {
      name: 'create',
      next: () => ({
        method: 'POST',
        path: '/threats',
        body: JSON.stringify({ title, componentId: oneOf(componentIds) }),
      }),
    },
    {
      name: 'create in one model',
      next: () => ({
        method: 'POST',
        path: '/threats',
        body: JSON.stringify({ title, componentId: oneOf(componentIds.slice(0, 20)) }),
      }),
    },
    { name: 'canvas of 500 nodes, read', next: () => ({ method: 'GET', path: canvasPath }) },
    {
      name: 'canvas of 500 nodes, written',
      next: () => ({
        method: 'PATCH',
        path: canvasPath,
        body: JSON.stringify({ title: `Canvas ${turn++}`, data: canvasOf(500) }),
      }),
    },
  ];
};
