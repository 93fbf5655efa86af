import {
  DirectionProvider,
  MantineProvider,
  mergeThemeOverrides,
  type MantineThemeOverride,
} from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LucideProvider } from 'lucide-react';
import { useMemo, useState } from 'react';
import { applyShortcutChoices } from '../kernel/commands/shortcut-choices.ts';
import { useConnections, useShownConnection } from '../kernel/connection/connections.ts';
import { queryClient } from '../kernel/desktop/desktop.ts';
import { colorSchemeManager, savedPreferences } from '../kernel/desktop/preferences.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { layersId, theme } from '../ui/theme/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Notices } from './notices.tsx';
import { createShellRouter } from './router.tsx';
import { Unusable } from './unusable.tsx';

/**
 * The nonce of this response: the protocol handler writes it into the page and into the content
 * security policy, which blocks every `<style>` without it.
 */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

/**
 * Gives the nonce to the library that locks scrolling behind a dialog. The library reads it only
 * from this variable.
 */
export const giveNonceToStyles = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
};

/** Returns the theme with translated texts. */
const useTheme = (): MantineThemeOverride => {
  const { t } = useTranslation();
  return useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: { CloseButton: { defaultProps: { 'aria-label': t('close') } } },
      }),
    [t],
  );
};

/** Mounted again for another connection, so that no state of the previous connection remains. */
const OpenConnection = () => {
  const { visit, isSwitching } = useShownConnection();
  const { t } = useTranslation();
  const isUsable = useConnections(({ list }) => !list?.problem);
  return (
    <>
      {!isSwitching && (isUsable ? <Visit key={visit} /> : <Unusable />)}
      <section aria-label={t('layers')} id={layersId} />
    </>
  );
};

const Visit = () => {
  const [router] = useState(createShellRouter);
  return <RouterProvider router={router} />;
};

applyShortcutChoices(savedPreferences.shortcuts);

export const App = () => (
  <MantineProvider
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme={savedPreferences.colorScheme}
    getStyleNonce={styleNonce}
    theme={useTheme()}
  >
    <DirectionProvider initialDirection={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <LucideProvider size={16} strokeWidth={1.75}>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <OpenConnection />
          </QueryClientProvider>
        </ErrorBoundary>
        <Notices />
      </LucideProvider>
    </DirectionProvider>
  </MantineProvider>
);
