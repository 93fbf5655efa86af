import elk from 'elkjs/lib/elk.bundled.js';
import type { LayOut } from './best-layout.ts';

/** Computes a layout in this thread. Programs without a window call it in a worker. */
export const computeLayout: LayOut = async (graph) => {
  layouts ??= new elk.default();
  return await layouts.layout(graph);
};

let layouts: InstanceType<typeof elk.default> | undefined;
