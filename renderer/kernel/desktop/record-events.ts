import { useEffect, useEffectEvent } from 'react';
import type { RecordsChanged } from '#shared/desktop/contract.ts';
import { recordKinds } from '#shared/records/record-kinds.ts';
import { desktop } from './desktop.ts';
import { follow } from './use-announcements.ts';

type Listener = (event: RecordsChanged) => void;

const listeners = new Set<Listener>();
let drawingEvents = 0;

const tell = (event: RecordsChanged): void => {
  if (isDrawingOfOthers(event)) drawingEvents += 1;
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      // The other listeners still get the event.
      reportError(error);
    }
  }
};

/**
 * Subscribes to changes of records until the window is closed. Called before the window reads any record,
 * so that it learns of each change after the first reading. If events were missed, all kinds of record
 * count as changed by others.
 */
export const followRecords = (): void =>
  void follow(desktop.recordsChanged.bind(null, undefined), tell, {
    signal: new AbortController().signal,
    onMissed: () => tell({ kinds: [...recordKinds], origin: 'sync' }),
  });

/** Adds a listener for changes of records. Returns a function that removes it. */
export const onRecordsChanged = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Listens to changes of records while the component is mounted. */
export const useRecordsChanged = (listener: Listener): void => {
  const hear = useEffectEvent(listener);
  useEffect(() => onRecordsChanged((event) => hear(event)), []);
};

/** Tells if others may have changed drawings. This person's changes are shown before they are stored. */
export const isDrawingOfOthers = ({ kinds, origin }: RecordsChanged): boolean =>
  origin === 'sync' && kinds.includes('canvas');

/**
 * Returns how often others have changed drawings since the start of the window. If the number is the same
 * before a drawing is asked for and after it has arrived, the drawing is up to date.
 */
export const drawingsChanged = (): number => drawingEvents;
