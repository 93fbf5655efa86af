import i18next from 'i18next';
import type { KeyboardEvent } from 'react';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { RegisterKind, RegisterRow } from '#shared/desktop/register.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { isPriority } from '../kernel/records/severity.tsx';
import { mitigationStates } from '../kernel/records/statuses.ts';
import { changeStatus, changeThreats, rowsOf } from './change-threats.ts';
import { copyThreats } from './copy-threats.ts';
import { focusRowOf } from './register-focus.ts';
import { nextThreat, type RegisterItem } from './register-items.ts';
import { useRegister } from './register-state.ts';
import { ask } from './threat-prompt.tsx';

type Parts = {
  items: readonly RegisterItem[];
  /** The index of the active row. */
  index: number;
  rows: ReadonlyMap<number, RegisterRow>;
  activate: (rowIndex: number) => void;
  open: (row: RegisterRow) => void;
};

/** Returns the numbers of the selected threats, or of the active threat if none is selected. */
const meantThreats = (): number[] => {
  const { selected, active } = useRegister.getState();
  if (selected.size > 0) return [...selected];
  return active === null ? [] : [active];
};

export const setStatus = (status: string): void =>
  changeStatus(meantThreats(), useRegister.getState().of, status);

const changePriority = async (numbers: readonly number[], priority: string): Promise<void> => {
  await changeThreats(numbers, 'threats.label.priority', ({ id }) => [
    { op: 'update', kind: 'threat', id, values: { priority } },
  ]);
};

export const setPriority = (priority: string): void =>
  void changePriority(meantThreats(), priority);

/**
 * Asks for a comment on the selected threats, or for the facts of their acceptance. If no threat is
 * selected, asks about the active threat. The dialog shows the title of `row` if the question is only
 * about this row, or else the number of threats.
 */
export const askAboutThreats = (
  kind: 'comment' | 'acceptance',
  row?: { number: number; title: string },
): void => {
  const numbers = meantThreats();
  const t = i18next.getFixedT(null, 'register');
  const { of } = useRegister.getState();
  const many = of === 'threat' ? 'selected' : 'selected-mitigations';
  const isAboutRow = numbers.length === 1 && numbers[0] === row?.number;
  const title = isAboutRow ? row?.title : undefined;
  ask({ kind, numbers, title: title ?? t(many, { count: numbers.length }) });
};

export const deleteThreats = async (): Promise<void> => {
  const { of } = useRegister.getState();
  const label = of === 'threat' ? 'threats.label.delete' : 'mitigations.label.delete';
  const isDone = await changeThreats(meantThreats(), label, ({ kind, id }) => [
    { op: 'delete', kind, id },
  ]);
  if (isDone) useRegister.setState({ selected: new Set() });
};

/**
 * Returns the next higher priority. For the highest priority or an unknown one, returns the lowest
 * priority.
 */
const nextPriority = (priority: string): string => {
  const index = isPriority(priority) ? priorities.indexOf(priority) : -1;
  return priorities[(index + 1) % priorities.length] ?? priority;
};

const statusesOf = (kind: RegisterKind): readonly string[] =>
  kind === 'mitigation' ? mitigationStates.map(({ status }) => status ?? '') : threatStatuses;

const toggle = (number: number): void =>
  useRegister.setState(({ selected }) => {
    const next = new Set(selected);
    if (!next.delete(number)) next.add(number);
    return { selected: next };
  });

/** True while a key waits for its row. Further keys are meant for what this key opens. */
let isReading = false;

const readAndRun = async (number: number, run: (row: RegisterRow) => void): Promise<void> => {
  isReading = true;
  try {
    const [row] = await rowsOf([number]);
    if (row && useRegister.getState().active === number) run(row);
  } catch (error) {
    showError(error);
  } finally {
    isReading = false;
  }
};

let raising = Promise.resolve();

/**
 * Gives the meant threats the next higher priority than the active threat. The priority is read after all
 * earlier changes are stored, because the key may be pressed again before the table shows them.
 */
const raisePriority = (active: number | null): void => {
  const numbers = meantThreats();
  if (active === null) return;
  const raise = async (): Promise<void> => {
    const [row] = await inTurn(() => rowsOf([active]));
    if (row) await changePriority(numbers, nextPriority(row.priority));
  };
  raising = raising.then(raise).catch(showError);
};

/**
 * Returns a function that handles the keys of the table, which move the focus and select or change
 * threats. A key also counts if the active row is still being read, for example right after a jump.
 */
export const useRegisterKeys = ({ items, index, rows, activate, open }: Parts) => {
  const item = items[index];
  const active = typeof item === 'number' ? item : null;
  const row = active === null ? undefined : rows.get(active);

  /** Runs an action that needs the active row, at once or when the row has been read. */
  const withRow = (run: (row: RegisterRow) => void): void => {
    if (row) run(row);
    else if (active !== null) void readAndRun(active, run);
  };

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

  const { of } = useRegister.getState();
  const ofThreat: Record<string, () => void> = {
    Enter: () => withRow(open),
    e: () => withRow((found) => ask({ kind: 'title', row: found })),
    c: () => askAboutThreats('comment', row && { number: row.number, title: row.threat.title }),
    m: () => withRow((found) => ask({ kind: 'mitigation', row: found })),
    Delete: () => void deleteThreats(),
    ...(of === 'threat' && {
      p: () => raisePriority(active),
      a: () => askAboutThreats('acceptance', row),
    }),
    ...Object.fromEntries(
      statusesOf(of).map((status, at) => [String(at + 1), () => setStatus(status)]),
    ),
  };

  const press = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (isReading) return true;
    if (key === 'ArrowDown' || key === 'j' || key === 'J') step(1, shiftKey);
    else if (key === 'ArrowUp' || key === 'k' || key === 'K') step(-1, shiftKey);
    else if (key === 'Home') activate(nextThreat(items, -1, 1) ?? index);
    else if (key === 'End') activate(nextThreat(items, items.length, -1) ?? index);
    else if (key === 'Escape' && useRegister.getState().selected.size > 0) {
      useRegister.setState({ selected: new Set() });
    } else if (key === ' ' && active !== null) toggle(active);
    else if (key === '?') ask({ kind: 'help' });
    else {
      // With Caps Lock, `key` is a capital letter, so the lower-case letter is tried too.
      const run = ofThreat[key] ?? ofThreat[key.toLowerCase()];
      if (active === null || !run) return false;
      run();
    }
    return true;
  };

  const pressWithControl = (event: KeyboardEvent): boolean => {
    // With Caps Lock, `event.key` is a capital letter.
    const key = event.shiftKey ? '' : event.key.toLowerCase();
    if (key === 'a') {
      useRegister.setState({
        selected: new Set(items.filter((each) => typeof each === 'number')),
      });
    } else if (key === 'c' && meantThreats().length > 0) void copyThreats(meantThreats());
    else return false;
    return true;
  };

  return (event: KeyboardEvent): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    if (target.role !== 'row' && event.key === 'Escape' && focusRowOf(target)) {
      // Keeps Escape from the bottom panel, which would move the focus to the canvas.
      event.stopPropagation();
    }
    if (target.role !== 'row' || event.altKey || event.nativeEvent.isComposing) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl ? pressWithControl(event) : press(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
};
