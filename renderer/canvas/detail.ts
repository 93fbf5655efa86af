import { useStore } from '@xyflow/react';

/** Below this zoom only shapes and names can be told apart, and nothing else is drawn. */
const detailFrom = 0.5;

export const useDetail = (): boolean => useStore((store) => store.transform[2] >= detailFrom);
