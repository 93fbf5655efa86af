import type { ComponentDetail } from '#shared/desktop/contract.ts';

/** Whether a threat, a mitigation or a comment is among what a component holds. */
export const holdsRecord = (detail: ComponentDetail | undefined, id: string): boolean =>
  (detail?.threats ?? []).some((threat) =>
    [threat, ...threat.mitigations, ...threat.comments].some((record) => record.id === id),
  );
