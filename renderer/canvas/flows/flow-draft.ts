import { create } from 'zustand';
import type { Position } from '#shared/canvas/document.ts';

/**
 * What the hand is making of the line of a flow: drawn in place of what the document says, until the
 * hand lets go.
 */
type FlowDraft = { id: string; bends?: readonly Position[]; labelAt?: number };

export const useFlowDraft = create<{ draft: FlowDraft | null }>(() => ({ draft: null }));

export const showDraft = (draft: FlowDraft): void => useFlowDraft.setState({ draft });
export const dropDraft = (): void => useFlowDraft.setState({ draft: null });
