import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Home } from '../collections/home.tsx';
import { ModelPage } from '../collections/model-page.tsx';
import { Frame } from './frame.tsx';
import { history } from './history.ts';
import { savedPreferences, savePreferences } from './preferences.ts';
import { Stopped } from './stopped.tsx';

const root = createRootRoute({ component: Frame });

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });

const model = createRoute({
  getParentRoute: () => root,
  path: '/models/$modelId',
  component: ModelPage,
});

// Drawing is the heavy part of the window, and the start page does not need it.
const canvas = createRoute({
  getParentRoute: () => root,
  path: '/canvases/$canvasId',
}).lazy(async () => (await import('./canvas-route.ts')).canvasRoute);

const routeTree = root.addChildren([home, model, canvas]);

if (history.location.href === '/' && savedPreferences.location !== '') {
  history.replace(savedPreferences.location);
}

/** One for each visit to a connection: it begins where the window is then. */
export const createAppRouter = () => {
  const router = createRouter({
    routeTree,
    history,
    defaultErrorComponent: Stopped,
    defaultNotFoundComponent: Home,
  });
  router.subscribe('onResolved', ({ toLocation }) =>
    savePreferences({ location: toLocation.href }),
  );
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
