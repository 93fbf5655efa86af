import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queries } from '../app/desktop.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { wantComponent } from '../canvas/wanted-component.ts';
import classes from './inspector.module.css';

/** The other canvases that show a component, each a way to it there. */
export const OtherPlaces = ({ componentId }: { componentId: string }) => {
  const { t } = useTranslation('canvases');
  const here = useCanvas(({ canvasId }) => canvasId);
  const { data = [] } = useQuery(
    queries.component.places.queryOptions({ input: { id: componentId } }),
  );
  const others = data.filter(({ id }) => id !== here);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('also-on')} className={classes.places}>
      <span aria-hidden>{t('also-on')}</span>
      <ul>
        {others.map(({ id, title }) => (
          <li key={id}>
            <Link
              dir="auto"
              onClick={() => wantComponent({ canvasId: id, componentId })}
              params={{ canvasId: id }}
              to="/canvases/$canvasId"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
