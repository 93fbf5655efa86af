export type ChangedName = {
  componentId: string;
  /** The name before the change. */
  was: string;
  /** The ID of the element whose label changed; `null` if the title changed. */
  elementId: string | null;
};

type WaitingName = ChangedName & {
  /** The time when sync saw the change, in milliseconds on its clock. */
  seenAt: number | null;
};

/** If a program changed both places of a name, the second one arrives within this time. */
export const nameWaitMs = 3000;

/**
 * The components whose name others changed in one of its two places (see names.ts in electron/sync).
 * In memory only: if the app ends before the other place follows, the two stay different.
 */
export const createChangedNames = () => {
  const changed = new Map<string, WaitingName>();
  return {
    /** Notes a change. The first one counts until the name has followed. */
    note: (name: ChangedName): void => {
      if (!changed.has(name.componentId)) changed.set(name.componentId, { ...name, seenAt: null });
    },

    /** Sets the time of new changes. Tells if any change waits. */
    stamp: (now: number): boolean => {
      for (const each of changed.values()) each.seenAt ??= now;
      return changed.size > 0;
    },

    /** Returns the changes that have waited long enough, and forgets them. */
    takeDue: (now: number): ChangedName[] => {
      const due = [...changed.values()].filter(
        ({ seenAt }) => seenAt !== null && now - seenAt >= nameWaitMs,
      );
      for (const { componentId } of due) changed.delete(componentId);
      return due;
    },
  };
};
