import { createContext, use, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { shallow } from 'zustand/shallow';
import { useTranslation } from '../../locales/use-translation.tsx';
import { commandList, commandOf, type CommandId } from './commands.ts';

type Action = {
  run: () => void;
  /** False while this action cannot run, not even by a shortcut. */
  enabled?: boolean;
  /**
   * True while the command is shown as disabled, although its shortcuts still run it. Undo needs this,
   * because the query that enables undo is updated a moment late, and the second of two quick undos must
   * not be lost in this moment.
   */
  idle?: boolean;
  /** True while a toggle command is on. Commands that are not toggles leave this out. */
  isOn?: boolean;
  /**
   * The object of the command, such as the change that undo would revert. The tooltip of the command
   * shows it.
   */
  detail?: string | undefined;
};
type Provider = Required<Omit<Action, 'isOn' | 'detail'>> & Pick<Action, 'isOn' | 'detail'>;

/** The actions that mounted components give each command, in the order of registration. */
const providers = new Map<CommandId, readonly Provider[]>();

/**
 * The commands that are enabled, the states of toggle commands, and the details. Each of the three stays
 * the same object until its content changes.
 */
type Offers = {
  enabled: ReadonlySet<CommandId>;
  switches: ReadonlyMap<CommandId, boolean>;
  details: ReadonlyMap<CommandId, string>;
};

const useOffers = create<Offers>(() => ({
  enabled: new Set(),
  switches: new Map(),
  details: new Map(),
}));

const providerOf = (id: CommandId): Provider | undefined =>
  providers.get(id)?.findLast(({ enabled }) => enabled);

let isPublishing = false;

const publish = (): void => {
  isPublishing = false;
  const enabled = new Set<CommandId>();
  const switches = new Map<CommandId, boolean>();
  const details = new Map<CommandId, string>();
  for (const { id } of commandList) {
    const provider = providerOf(id);
    if (provider?.idle === false) enabled.add(id);
    if (provider?.isOn !== undefined) switches.set(id, provider.isOn);
    if (provider?.detail !== undefined) details.set(id, provider.detail);
  }
  const before = useOffers.getState();
  useOffers.setState({
    enabled: shallow(before.enabled, enabled) ? before.enabled : enabled,
    switches: shallow(before.switches, switches) ? before.switches : switches,
    details: shallow(before.details, details) ? before.details : details,
  });
};

/**
 * Publishes the state of the commands in a microtask, so that all changes of the running code are
 * published together. A selection enables fifty commands at once, and each publication makes every
 * button, menu, and tooltip check its commands.
 */
const publishSoon = (): void => {
  if (isPublishing) return;
  isPublishing = true;
  queueMicrotask(publish);
};

const register = (id: CommandId, provider: Provider): (() => void) => {
  const change = (next: readonly Provider[]): void => {
    providers.set(id, next);
    publishSoon();
  };
  change([...(providers.get(id) ?? []), provider]);
  return () => change((providers.get(id) ?? []).filter((each) => each !== provider));
};

/**
 * While `current` is true, the components below this context handle neither commands nor keys. So a
 * canvas can stay on the screen until another canvas is loaded, and nothing changes it by mistake.
 */
export const WaitingContext = createContext<{ readonly current: boolean }>({ current: false });

/**
 * Gives a command its action while the component is mounted. If several components give it an action,
 * the enabled action that was registered last runs.
 */
export const useCommand = (
  id: CommandId,
  { run, enabled = true, idle = false, isOn, detail }: Action,
): void => {
  const waiting = use(WaitingContext);
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  useEffect(
    () =>
      register(id, {
        run: () => {
          if (!waiting.current) latestRun.current();
        },
        enabled,
        idle,
        detail,
        ...(isOn !== undefined && { isOn }),
      }),
    [id, enabled, idle, isOn, detail, waiting],
  );
};

type CommandActionProps = Action & { id: CommandId };

/**
 * The hook `useCommand` as a component that renders nothing. Code with a list of commands renders one
 * such component for each command, because a hook cannot be called in a loop.
 */
export const CommandAction = ({ id, ...action }: CommandActionProps): null => {
  useCommand(id, action);
  return null;
};

/** Runs a command. Returns false if the command has no enabled action. */
export const runCommand = (id: CommandId): boolean => {
  const provider = providerOf(id);
  provider?.run();
  return provider !== undefined;
};

export const useCommandEnabled = (id: CommandId): boolean =>
  useOffers(({ enabled }) => enabled.has(id));

export const useCommandDetail = (id: CommandId): string | undefined =>
  useOffers(({ details }) => details.get(id));

/** Returns all enabled commands. The set stays the same object until its content changes. */
export const useEnabledCommands = (): ReadonlySet<CommandId> => useOffers(({ enabled }) => enabled);

/** Returns the state of each toggle command. The map stays the same object until its content changes. */
export const useSwitches = (): ReadonlyMap<CommandId, boolean> =>
  useOffers(({ switches }) => switches);

/**
 * Returns a function that returns the title of a command for use outside of its menu. If the command is
 * in a submenu, the title begins with the name of the submenu, because the name of the command alone
 * would be unclear.
 */
export const useCommandTitle = (): ((id: CommandId) => string) => {
  const { t } = useTranslation('commands');
  return (id) => {
    const { submenu } = commandOf(id);
    if (!submenu) return t(id);
    return t('in-submenu', { submenu: t(`submenu.${submenu}`), command: t(id) });
  };
};
