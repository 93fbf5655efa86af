import { create } from 'zustand';
import type { RegisterFilter, RegisterKind, RegisterScope } from '#shared/desktop/register.ts';
import { showInDrawer } from '../panels/drawer.tsx';
import { openRegister } from './location.ts';

type Wanted = { of: RegisterKind; filter: Partial<RegisterFilter> };

/** The filter that the register applies when it opens, or `null` to keep its last filter. */
export const useWantedRegister = create<{ wanted: Wanted | null }>(() => ({ wanted: null }));

/**
 * Opens the register with a filter. The register of a canvas or a component opens in the bottom panel.
 * Any other register opens as a page.
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
