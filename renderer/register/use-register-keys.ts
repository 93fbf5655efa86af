import type { KeyboardEvent } from 'react';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { RegisterRow } from '#shared/desktop/register.ts';
import { isPriority } from '../kernel/records/severity.tsx';
import { changeThreats } from './change-threats.tsx';
import { copyThreats } from './copy-threats.ts';
import { nextThreat, type RegisterItem } from './register-items.ts';
import { useRegister } from './register-state.ts';
import { ask } from './threat-prompt.tsx';

type Parts = {
  items: readonly RegisterItem[];
  /** The place of the active row. */
  index: number;
  rows: ReadonlyMap<number, RegisterRow>;
  activate: (place: number) => void;
  open: (row: RegisterRow) => void;
};

/** Returns the selected threats, or the active one if there are none. */
const meantThreats = (): number[] => {
  const { selected, active } = useRegister.getState();
  if (selected.size > 0) return [...selected];
  return active === null ? [] : [active];
};

export const setStatus = (status: string): void =>
  void changeThreats(meantThreats(), 'threats.label.status', ({ id }) => [
    { op: 'update', kind: 'threat', id, values: { status } },
  ]);

export const setPriority = (priority: string): void =>
  void changeThreats(meantThreats(), 'threats.label.priority', ({ id }) => [
    { op: 'update', kind: 'threat', id, values: { priority } },
  ]);

export const deleteThreats = async (): Promise<void> => {
  await changeThreats(meantThreats(), 'threats.label.delete', ({ id }) => [
    { op: 'delete', kind: 'threat', id },
  ]);
  useRegister.setState({ selected: new Set() });
};

/** Returns the next higher priority, and the lowest after the highest. */
const nextPriority = (priority: string): string => {
  const place = isPriority(priority) ? priorities.indexOf(priority) : -1;
  return priorities[(place + 1) % priorities.length] ?? priority;
};

const toggle = (number: number): void =>
  useRegister.setState(({ selected }) => {
    const next = new Set(selected);
    if (!next.delete(number)) next.add(number);
    return { selected: next };
  });

/** Handles the keys of the table: moving, selecting, and changing threats. */
export const useRegisterKeys = ({ items, index, rows, activate, open }: Parts) => {
  const item = items[index];
  const active = typeof item === 'number' ? item : null;
  const row = active === null ? undefined : rows.get(active);

  const step = (by: 1 | -1, isExtending: boolean): void => {
    const next = nextThreat(items, index, by);
    if (next === null) return;
    const target = items[next];
    if (isExtending && active !== null && typeof target === 'number') {
      useRegister.setState(({ selected }) => ({
        selected: new Set([...selected, active, target]),
      }));
    }
    activate(next);
  };

  const ofThreat: Record<string, (found: RegisterRow) => void> = {
    Enter: open,
    p: ({ priority }) => setPriority(nextPriority(priority)),
    e: (found) => ask({ kind: 'title', row: found }),
    c: (found) => ask({ kind: 'comment', row: found }),
    m: (found) => ask({ kind: 'mitigation', row: found }),
    Delete: () => void deleteThreats(),
    ...Object.fromEntries(
      threatStatuses.map((status, place) => [String(place + 1), () => setStatus(status)]),
    ),
  };

  const press = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'ArrowDown' || key === 'j' || key === 'J') step(1, shiftKey);
    else if (key === 'ArrowUp' || key === 'k' || key === 'K') step(-1, shiftKey);
    else if (key === 'Home') activate(nextThreat(items, -1, 1) ?? index);
    else if (key === 'End') activate(nextThreat(items, items.length, -1) ?? index);
    else if (key === 'Escape' && useRegister.getState().selected.size > 0) {
      useRegister.setState({ selected: new Set() });
    } else if (key === ' ' && active !== null) toggle(active);
    else if (key === '?') ask({ kind: 'help' });
    else if (row && ofThreat[key]) ofThreat[key](row);
    else return false;
    return true;
  };

  const pressWithControl = ({ key }: KeyboardEvent): boolean => {
    if (key === 'a') {
      useRegister.setState({
        selected: new Set(items.filter((each) => typeof each === 'number')),
      });
    } else if (key === 'c' && meantThreats().length > 0) void copyThreats(meantThreats());
    else return false;
    return true;
  };

  return (event: KeyboardEvent): void => {
    const isInRow = event.target instanceof HTMLElement && event.target.role === 'row';
    if (!isInRow || event.altKey || event.nativeEvent.isComposing) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl ? pressWithControl(event) : press(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
};
