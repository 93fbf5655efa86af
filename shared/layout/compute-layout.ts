import elk from 'elkjs/lib/elk.bundled.js';
import type { LayOut } from './best-layout.ts';

/**
 * Computes a layout in the calling thread, for programs without a window. A caller that must not be
 * blocked calls it in a worker.
 */
export const computeLayout: LayOut = async (graph) => {
  layouts ??= new elk.default();
  return await layouts.layout(graph);
};

let layouts: InstanceType<typeof elk.default> | undefined;
