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
 * Returns the nonce of this page. The protocol handler writes the nonce into the page and into the
 * content security policy, which blocks each `<style>` without this nonce.
 */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

/**
 * Sets the global variable from which react-remove-scroll reads the nonce. Mantine uses this library to
 * lock scrolling behind a dialog.
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

/**
 * Shows the open connection. `Visit` is mounted again for another connection, so that no state of the
 * previous connection remains.
 */
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
