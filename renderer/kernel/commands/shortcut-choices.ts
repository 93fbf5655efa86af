import { create } from 'zustand';
import { commandList, type Command, type CommandId } from './commands.ts';
import { matches, type Press } from './shortcut.ts';

/**
 * The shortcuts that the person chose instead of those in the command table. The keys are command IDs.
 */
export type ShortcutChoices = Readonly<Record<string, readonly string[]>>;

const useShortcutChoices = create<{ choices: ShortcutChoices }>(() => ({ choices: {} }));

export const applyShortcutChoices = (choices: ShortcutChoices): void =>
  useShortcutChoices.setState({ choices });

const chosenOr = (choices: ShortcutChoices, { id, shortcuts }: Command): readonly string[] =>
  Object.hasOwn(choices, id) ? (choices[id] ?? shortcuts) : shortcuts;

/** Returns the current shortcuts of a command, for code outside of components. */
export const shortcutsOf = (command: Command): readonly string[] =>
  chosenOr(useShortcutChoices.getState().choices, command);

/** Returns the current choices, and a function that returns the current shortcuts of a command. */
export const useShortcutsOf = () => {
  const choices = useShortcutChoices((state) => state.choices);
  return { choices, shortcutsOf: (command: Command) => chosenOr(choices, command) };
};

/**
 * Tells if the pressed keys are a shortcut of any command. This includes commands that do not work at
 * the current focus.
 */
export const isShortcut = (press: Press, isMac: boolean): boolean =>
  commandList.some((command) =>
    shortcutsOf(command).some((shortcut) => matches(shortcut, press, isMac)),
  );

/**
 * Returns all commands except `command` that have at least one of `shortcuts`. By default, these are the
 * shortcuts of `command`.
 */
export const conflictsOf = (
  choices: ShortcutChoices,
  command: Command,
  shortcuts = chosenOr(choices, command),
): Command[] =>
  commandList.filter(
    (other) =>
      other.id !== command.id && chosenOr(choices, other).some((each) => shortcuts.includes(each)),
  );

const sameAs = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/**
 * Returns the choices after a command has got new shortcuts. If the new shortcuts equal those in the
 * command table, the returned choices have no entry for the command.
 */
export const withShortcuts = (
  choices: ShortcutChoices,
  command: Command,
  shortcuts: readonly string[],
): ShortcutChoices => {
  const { [command.id]: _before, ...others } = choices;
  return sameAs(shortcuts, command.shortcuts) ? others : { ...others, [command.id]: shortcuts };
};

/**
 * Returns the choices in which `shortcut` is the only shortcut of `command`, and no other command has
 * it.
 */
export const withOnly = (
  choices: ShortcutChoices,
  command: Command,
  shortcut: string,
): ShortcutChoices =>
  conflictsOf(choices, command, [shortcut]).reduce(
    (changed, other) =>
      withShortcuts(
        changed,
        other,
        chosenOr(changed, other).filter((each) => each !== shortcut),
      ),
    withShortcuts(choices, command, [shortcut]),
  );

export const isChanged = (choices: ShortcutChoices, id: CommandId): boolean =>
  Object.hasOwn(choices, id);
