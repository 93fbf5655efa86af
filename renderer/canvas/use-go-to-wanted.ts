import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { elementOfComponent } from '../threats/element-of-component.ts';
import { useCanvas } from './canvas-store.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import { goTo } from './walk.ts';
import { useWantedComponent } from './wanted-component.ts';

/** Goes to that for which this canvas was opened, if it was opened for something. */
export const useGoToWanted = (canvasId: string): void => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const wanted = useWantedComponent((state) => state.wanted);
  useEffect(() => {
    if (wanted?.canvasId !== canvasId) return;
    useWantedComponent.setState({ wanted: null });
    const { document, select } = useCanvas.getState();
    const asked =
      'elementIds' in wanted
        ? wanted.elementIds
        : [elementOfComponent(document, wanted.componentId)];
    const there = asked.filter(
      (id): id is string =>
        id !== null && (nodeById(document, id) ?? edgeById(document, id)) !== undefined,
    );
    const [first] = there;
    if (first === undefined) return;
    goTo(flow, first);
    if (there.length > 1) select(there);
  }, [wanted, canvasId, flow]);
};
