import { create } from 'zustand';
import type { RegisterFilter, RegisterKind, RegisterScope } from '#shared/desktop/register.ts';
import { showInDrawer } from '../panels/drawer.tsx';
import { openRegister } from './location.ts';

type Wanted = { of: RegisterKind; filter: Partial<RegisterFilter> };

/** The filter that the register uses when it opens. */
export const useWantedRegister = create<{ wanted: Wanted | null }>(() => ({ wanted: null }));

/**
 * Opens the register with a filter: in the bottom panel for a canvas or a component, otherwise as a
 * page.
 */
export const showRegister = (
  scope: RegisterScope,
  filter: Partial<RegisterFilter> = {},
  of: RegisterKind = 'threat',
): void => {
  useWantedRegister.setState({ wanted: { of, filter } });
  if (scope.kind === 'canvas' || scope.kind === 'component') showInDrawer('register');
  else openRegister(scope);
};
