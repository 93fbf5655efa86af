import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlace } from '../collections/use-place.ts';
import classes from './breadcrumb.module.css';

/** Collection, model and canvas: the way back from where one is. */
export const Breadcrumb = () => {
  const { t } = useTranslation();
  const { collection, model, canvas } = usePlace();

  const steps: { key: string; step: ReactNode }[] = [];
  if (collection && model) {
    steps.push(
      { key: 'collection', step: <Link to="/">{collection.title}</Link> },
      {
        key: 'model',
        step: <strong aria-current={canvas ? undefined : 'page'}>{model.title}</strong>,
      },
    );
  }
  if (canvas) steps.push({ key: 'canvas', step: <span aria-current="page">{canvas.title}</span> });

  return (
    <nav aria-label={t('title-bar.breadcrumb')} className={classes.breadcrumb}>
      {steps.length === 0 && <strong>{t('name')}</strong>}
      {steps.map(({ key, step }, index) => (
        <Fragment key={key}>
          {index > 0 && <ChevronRight aria-hidden className={classes.separator} size={14} />}
          <span className={classes.step} data-step={key} dir="auto">
            {step}
          </span>
        </Fragment>
      ))}
    </nav>
  );
};
