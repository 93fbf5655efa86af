import { create } from 'zustand';
import type { CodexTemplate } from '#shared/desktop/codex.ts';
import { onLeaveConnection } from '../connection/connections.ts';
import { openCodex } from '../workspace/location.ts';

/** The template whose entries the codex page offers to add, or `null` if there is none. */
export const useWantedTemplate = create<{ wanted: CodexTemplate | null }>(() => ({
  wanted: null,
}));

export const clearTemplate = (): void => useWantedTemplate.setState({ wanted: null });

/** Opens the codex page, which compares the template with the entries of the codex. */
export const offerTemplate = (wanted: CodexTemplate): void => {
  useWantedTemplate.setState({ wanted });
  openCodex();
};

onLeaveConnection(clearTemplate);
