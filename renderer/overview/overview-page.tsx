import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useParams } from '@tanstack/react-router';
import { ListFilter, Printer, ShieldAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { MissingModels, useMissingModels } from '../kernel/workspace/missing-models.tsx';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { showRegister } from '../kernel/workspace/wanted-register.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading, Message } from '../ui/message.tsx';
import { localDay } from '../ui/relative-time.ts';
import type { OverviewScope } from './overview-parts.tsx';
import classes from './overview-page.module.css';

/**
 * The parts of the overview are loaded when the first overview is shown, because the chart library is
 * large.
 */
const OverviewParts = lazy(async () => ({
  default: (await import('./overview-parts.tsx')).OverviewParts,
}));

/** Shows the state of a threat model or collection in numbers. */
export const OverviewPage = () => {
  const { modelId, collectionId } = useParams({ strict: false });
  const { data: overview } = useOverview();
  if (!overview) return <Waiting />;
  const collection = overview.find(({ id }) => id === collectionId);
  const model = overview.flatMap(({ models }) => models).find(({ id }) => id === modelId);
  if (model) {
    const scope = { kind: 'threatModel', id: model.id } as const;
    return <Figures key={model.id} models={[model]} scope={scope} title={model.title} />;
  }
  if (!collection) return <ModelGone />;
  const scope = { kind: 'collection', id: collection.id } as const;
  return (
    <Figures
      key={collection.id}
      models={collection.models}
      scope={scope}
      title={collection.title}
    />
  );
};

type Props = { scope: OverviewScope; title: string; models: readonly ModelEntry[] };

const Figures = ({ scope, title, models }: Props) => {
  const { t } = useTranslation('overview');
  const hasMissing = useMissingModels(scope).length > 0;
  const { data, error, refetch } = useQuery(
    queries.register.summary.queryOptions({ input: { scope, today: localDay() } }),
  );
  return (
    <div className={classes.scroll} data-overview>
      <div className={classes.page}>
        <header className={classes.head}>
          <h1 className={classes.title}>{t('title', { title })}</h1>
          <div className={classes.actions}>
            <Button
              leftSection={<ListFilter size={14} />}
              onClick={() => showRegister(scope)}
              size="xs"
              variant="default"
            >
              {t('register')}
            </Button>
            <Button
              leftSection={<Printer size={14} />}
              onClick={() => window.print()}
              size="xs"
              variant="default"
            >
              {t('print')}
            </Button>
          </div>
          {data && data.threats > 0 && (
            <p className={classes.line}>{t('line', { count: data.threats, open: data.open })}</p>
          )}
        </header>
        <MissingModels scope={scope} />
        {error && !data && <LoadFailed error={error} retry={() => void refetch()} />}
        {!error && !data && <Waiting />}
        {data?.threats === 0 && !hasMissing && (
          <Message icon={<ShieldAlert />} text={t('empty.text')} title={t('empty.title')} />
        )}
        {data && (
          <Suspense fallback={<Waiting />}>
            <OverviewParts models={models} scope={scope} summary={data} />
          </Suspense>
        )}
      </div>
    </div>
  );
};

const skeletons = ['a', 'b', 'c', 'd'];

const Waiting = () => {
  const { t } = useTranslation('overview');
  return (
    <Loading label={t('loading')}>
      {skeletons.map((each) => (
        <Skeleton height={120} key={each} m={12} />
      ))}
    </Loading>
  );
};

const ModelGone = () => {
  const { t } = useTranslation();
  return <Message icon={<ShieldAlert />} text={t('gone.text')} title={t('gone.model-title')} />;
};

const options = { component: OverviewPage };
export const modelOverviewRoute = createLazyRoute('/models/$modelId/overview')(options);
export const collectionOverviewRoute = createLazyRoute('/collections/$collectionId/overview')(
  options,
);
