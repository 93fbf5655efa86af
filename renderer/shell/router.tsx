import { CodexPage } from '../codex/codex-page.tsx';
import { Home } from '../collections/home.tsx';
import { ModelPage } from '../collections/model-page.tsx';
import { savedPreferences } from '../kernel/desktop/preferences.ts';
import { history } from '../kernel/workspace/location.ts';
import { createAppRouter, routes } from '../kernel/workspace/routes.ts';
import { Stopped } from './error-boundary.tsx';
import { Frame } from './frame.tsx';

routes.root.update({ component: Frame });
routes.home.update({ component: Home });
routes.model.update({ component: ModelPage });
routes.codex.update({ component: CodexPage });
// The canvas page is loaded lazily, because it is the largest part of the window, and the home page does
// not need it.
routes.canvas.lazy(async () => (await import('./canvas-page.tsx')).canvasRoute);
routes.people.lazy(async () => (await import('../people/people-page.tsx')).peopleRoute);
routes.register.lazy(async () => (await import('../register/register-page.tsx')).registerRoute);
routes.modelRegister.lazy(
  async () => (await import('../register/register-page.tsx')).modelRegisterRoute,
);
routes.collectionRegister.lazy(
  async () => (await import('../register/register-page.tsx')).collectionRegisterRoute,
);

routes.modelOverview.lazy(
  async () => (await import('../overview/overview-page.tsx')).modelOverviewRoute,
);
routes.collectionOverview.lazy(
  async () => (await import('../overview/overview-page.tsx')).collectionOverviewRoute,
);

if (history.location.href === '/' && savedPreferences.location !== '') {
  history.replace(savedPreferences.location);
}

export const createShellRouter = () =>
  createAppRouter({ defaultErrorComponent: Stopped, defaultNotFoundComponent: Home });
