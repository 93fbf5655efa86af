export type ChangedName = {
  componentId: string;
  /** The name before the change. */
  was: string;
  /** The ID of the element whose label changed; `null` if the title changed. */
  elementId: string | null;
};

type WaitingName = ChangedName & {
  /** The time that the next call of `stamp` sets, in ms; `null` until then. */
  seenAt: number | null;
};

/**
 * In ms. If another program changed a name in both places, the second change arrives within this time.
 */
export const nameWaitMs = 3000;

/**
 * Collects the components whose name others changed in one of its two places: the label of an element
 * and the title of the component (see names.ts in electron/sync). They are in memory only. If the app
 * ends before the other place follows, the two places stay different.
 */
export const createChangedNames = () => {
  const changed = new Map<string, WaitingName>();
  return {
    /**
     * Notes a change. Later changes of the same component are ignored until `takeDue` returns the first
     * one.
     */
    note: (name: ChangedName): void => {
      if (!changed.has(name.componentId)) changed.set(name.componentId, { ...name, seenAt: null });
    },

    /** Sets the time of the changes that have none. Tells if any change is noted. */
    stamp: (now: number): boolean => {
      for (const each of changed.values()) each.seenAt ??= now;
      return changed.size > 0;
    },

    /** Returns the changes that were noted long enough ago, and removes them. */
    takeDue: (now: number): ChangedName[] => {
      const due = [...changed.values()].filter(
        ({ seenAt }) => seenAt !== null && now - seenAt >= nameWaitMs,
      );
      for (const { componentId } of due) changed.delete(componentId);
      return due;
    },
  };
};
