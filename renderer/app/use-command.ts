import { useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { commandList, type CommandId } from './commands.ts';

type Action = {
  run: () => void;
  /** Whether it can be run at all. */
  enabled?: boolean;
  /**
   * Shown as not available, while its keys still run it: for what is known from a query, which is
   * a moment behind the hands. Undo and redo in quick succession would lose the second otherwise.
   */
  idle?: boolean;
  /** For what is switched on and off: whether it is on. */
  isOn?: boolean;
};
type Provider = Required<Omit<Action, 'isOn'>> & Pick<Action, 'isOn'>;
type Registry = { providers: Partial<Record<CommandId, readonly Provider[]>> };

const useRegistry = create<Registry>(() => ({ providers: {} }));

const register = (id: CommandId, provider: Provider): (() => void) => {
  const change = (next: (of: readonly Provider[]) => readonly Provider[]): void =>
    useRegistry.setState(({ providers }) => ({
      providers: { ...providers, [id]: next(providers[id] ?? []) },
    }));
  change((of) => [...of, provider]);
  return () => change((of) => of.filter((each) => each !== provider));
};

/**
 * Gives a command its action for as long as the component is mounted. Where several do, the one
 * mounted last is asked first, and one that is not enabled passes to the one before.
 */
export const useCommand = (
  id: CommandId,
  { run, enabled = true, idle = false, isOn }: Action,
): void => {
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  useEffect(
    () =>
      register(id, {
        run: () => latestRun.current(),
        enabled,
        idle,
        ...(isOn !== undefined && { isOn }),
      }),
    [id, enabled, idle, isOn],
  );
};

const providerOf = (id: CommandId, { providers }: Registry): Provider | undefined =>
  providers[id]?.findLast((provider) => provider.enabled);

/** Whether there was something to run. */
export const runCommand = (id: CommandId): boolean => {
  const provider = providerOf(id, useRegistry.getState());
  provider?.run();
  return provider !== undefined;
};

const isOffered = (id: CommandId, registry: Registry): boolean =>
  providerOf(id, registry)?.idle === false;

export const useCommandEnabled = (id: CommandId): boolean =>
  useRegistry((registry) => isOffered(id, registry));

/** All commands that are offered now; the same set as long as nothing changes. */
export const useEnabledCommands = (): ReadonlySet<CommandId> => {
  const ids = useRegistry(
    useShallow((registry) =>
      commandList.map(({ id }) => id).filter((id) => isOffered(id, registry)),
    ),
  );
  return useMemo(() => new Set(ids), [ids]);
};

/** The commands that switch something, and whether it is on; the same map while nothing changes. */
export const useSwitches = (): ReadonlyMap<CommandId, boolean> => {
  const states = useRegistry(
    useShallow((registry) => commandList.map(({ id }) => providerOf(id, registry)?.isOn)),
  );
  return useMemo(() => {
    const switches = new Map<CommandId, boolean>();
    for (const [at, { id }] of commandList.entries()) {
      const isOn = states[at];
      if (isOn !== undefined) switches.set(id, isOn);
    }
    return switches;
  }, [states]);
};
