import {
  DirectionProvider,
  MantineProvider,
  mergeThemeOverrides,
  type MantineThemeOverride,
} from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LucideProvider } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnections } from '../settings/connections.ts';
import { layersId, theme } from '../ui/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { colorSchemeManager, savedPreferences } from './preferences.ts';
import { queryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { useShownConnection } from './shown-connection.ts';
import { styleNonce } from './style-nonce.ts';
import { Unusable } from './unusable.tsx';
import classes from './app.module.css';

/** The theme with what it says in words. */
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

/** All of it is made anew for another connection, so that nothing of the one before is left. */
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
  const [router] = useState(createAppRouter);
  return <RouterProvider router={router} />;
};

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
        <Notifications
          autoClose={6000}
          className={classes.notifications}
          containerWidth={380}
          limit={4}
          position="bottom-center"
        />
      </LucideProvider>
    </DirectionProvider>
  </MantineProvider>
);
