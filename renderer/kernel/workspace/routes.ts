import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorRouteComponent,
  type NotFoundRouteComponent,
} from '@tanstack/react-router';
import { savePreferences } from '../desktop/preferences.ts';
import { history } from './location.ts';

const root = createRootRoute();
const home = createRoute({ getParentRoute: () => root, path: '/' });
const model = createRoute({ getParentRoute: () => root, path: '/models/$modelId' });
const register = createRoute({ getParentRoute: () => root, path: '/register' });
const modelRegister = createRoute({
  getParentRoute: () => root,
  path: '/models/$modelId/register',
});
const collectionRegister = createRoute({
  getParentRoute: () => root,
  path: '/collections/$collectionId/register',
});
const modelOverview = createRoute({
  getParentRoute: () => root,
  path: '/models/$modelId/overview',
});
const collectionOverview = createRoute({
  getParentRoute: () => root,
  path: '/collections/$collectionId/overview',
});
const codex = createRoute({ getParentRoute: () => root, path: '/codex' });
const people = createRoute({ getParentRoute: () => root, path: '/people' });
const canvas = createRoute({ getParentRoute: () => root, path: '/canvases/$canvasId' });

const registers = { register, modelRegister, collectionRegister };
const overviews = { modelOverview, collectionOverview };
/** The routes of the window. Features link to them without importing the pages, which the shell adds. */
export const routes = { root, home, model, codex, people, canvas, ...registers, ...overviews };

const routeTree = root.addChildren([
  home,
  model,
  codex,
  people,
  canvas,
  register,
  modelRegister,
  collectionRegister,
  modelOverview,
  collectionOverview,
]);

type Fallbacks = {
  defaultErrorComponent: ErrorRouteComponent;
  defaultNotFoundComponent: NotFoundRouteComponent;
};

/**
 * Creates the router for one visit to a connection. The router starts at the window's current location.
 */
export const createAppRouter = (fallbacks: Fallbacks) => {
  const router = createRouter({ routeTree, history, ...fallbacks });
  router.subscribe('onResolved', ({ toLocation }) =>
    savePreferences({ location: toLocation.href }),
  );
  return router;
};
