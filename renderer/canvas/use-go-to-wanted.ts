import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { elementOfComponent } from '../threats/element-of-component.ts';
import { useCanvas } from './canvas-store.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import { goTo } from './walk.ts';
import { useWantedComponent } from './wanted-component.ts';

/** Goes to the component for which this canvas was opened, if it was opened for one. */
export const useGoToWanted = (canvasId: string): void => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const wanted = useWantedComponent((state) => state.wanted);
  useEffect(() => {
    if (wanted?.canvasId !== canvasId) return;
    useWantedComponent.setState({ wanted: null });
    const element = elementOfComponent(useCanvas.getState().document, wanted.componentId);
    if (element !== null) goTo(flow, element);
  }, [wanted, canvasId, flow]);
};
