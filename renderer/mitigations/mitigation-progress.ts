export type MitigationProgress = { done: number; total: number };

/** How far a threat is neutralised: how many of its mitigations are complete. */
export const mitigationProgress = (
  mitigations: readonly { status: string | null }[],
): MitigationProgress => ({
  done: mitigations.filter(({ status }) => status === 'done').length,
  total: mitigations.length,
});
