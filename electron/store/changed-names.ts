export type ChangedName = {
  componentId: string;
  /** The name before the change. */
  was: string;
  /** The ID of the element whose label changed; `null` if the title changed. */
  elementId: string | null;
};

type WaitingName = ChangedName & {
  /** The time when `stamp` was first called after the change, in ms; `null` before that call. */
  seenAt: number | null;
};

/**
 * The time, in ms, that a changed name waits before sync copies it. If another program changes the label
 * of an element and the title of its component, the second change arrives within this time.
 */
export const nameWaitMs = 3000;

/**
 * Collects components whose names others changed. A name is in two places: the label of an element, and
 * the title of the component. If others changed only one of them, sync copies the name to the other one
 * after `nameWaitMs` (see names.ts in electron/sync). The collection is in memory only, so if the app
 * ends before that, label and title stay different.
 */
export const createChangedNames = () => {
  const changed = new Map<string, WaitingName>();
  /** The times at the service, by component. */
  const titled = new Map<string, string>();
  return {
    isEmpty: (): boolean => changed.size === 0,

    /** Records that somebody set the title of a component at `time`, maybe to the same title as before. */
    noteTitled: (componentId: string, time: string): void => void titled.set(componentId, time),

    /** Returns the time when the title was last set, or an empty text if this is not known. */
    titledAt: (componentId: string): string => titled.get(componentId) ?? '',

    /**
     * Records a change. Later changes of the same component are ignored until `takeDue` returns the
     * first one.
     */
    note: (name: ChangedName): void => {
      if (!changed.has(name.componentId)) changed.set(name.componentId, { ...name, seenAt: null });
    },

    /** Sets the time of the changes that do not have a time yet. Tells if there are any changes. */
    stamp: (now: number): boolean => {
      for (const each of changed.values()) each.seenAt ??= now;
      return changed.size > 0;
    },

    /** Returns the changes that have waited for `nameWaitMs`, and removes them. */
    takeDue: (now: number): ChangedName[] => {
      const due = [...changed.values()].filter(
        ({ seenAt }) => seenAt !== null && now - seenAt >= nameWaitMs,
      );
      for (const { componentId } of due) changed.delete(componentId);
      return due;
    },
  };
};
