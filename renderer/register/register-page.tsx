import { createLazyRoute, useParams } from '@tanstack/react-router';
import type { RegisterRow, RegisterScope } from '#shared/desktop/register.ts';
import { openPanel } from '../kernel/panels/panels.ts';
import { showComponent } from '../kernel/workspace/location.ts';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { useRegisterHistory } from './register-history.ts';
import { RegisterPanel } from './register-panel.tsx';
import { useRegister } from './register-state.ts';
import classes from './register-table.module.css';

const open = ({ canvas, component, threat }: RegisterRow): void => {
  openPanel('inspector');
  showComponent({ canvasId: canvas.id, componentId: component.id, threatId: threat.id });
};

const scopeOf = (modelId: string | undefined, collectionId: string | undefined): RegisterScope => {
  if (modelId !== undefined) return { kind: 'threatModel', id: modelId };
  return collectionId === undefined ? { kind: 'all' } : { kind: 'collection', id: collectionId };
};

/** The page with the register of a model, of a collection, or of all models. */
export const RegisterPage = () => {
  const { t } = useTranslation('register');
  const { modelId, collectionId } = useParams({ strict: false });
  const { data: overview = [] } = useOverview();
  const models = overview.flatMap((collection) => collection.models);
  const of =
    models.find(({ id }) => id === modelId) ?? overview.find(({ id }) => id === collectionId);
  const scope = scopeOf(modelId, collectionId);
  useRegisterHistory(scope);
  const isThreats = useRegister((state) => state.of) === 'threat';
  const title = of
    ? t(isThreats ? 'title-of' : 'title-of-mitigations', { title: of.title })
    : t(isThreats ? 'title' : 'title-mitigations');
  return (
    <div className={classes.view}>
      <h1 className={classes.title}>{title}</h1>
      <RegisterPanel key={JSON.stringify(scope)} open={open} scope={scope} takesFocus />
    </div>
  );
};

const options = { component: RegisterPage };
export const registerRoute = createLazyRoute('/register')(options);
export const modelRegisterRoute = createLazyRoute('/models/$modelId/register')(options);
export const collectionRegisterRoute = createLazyRoute('/collections/$collectionId/register')(
  options,
);
