import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import '@mantine/charts/styles.css';
import type { RegisterFilter, RegisterSummary } from '#shared/desktop/register.ts';
import { severities } from '../kernel/records/severity.tsx';
import { mitigationStates, threatStatusTable } from '../kernel/records/statuses.ts';
import { openOverview } from '../kernel/workspace/location.ts';
import { showRegister } from '../kernel/workspace/wanted-register.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DrawingCards } from './drawing-cards.tsx';
import { FigureCard } from './figure-card.tsx';
import { ReviewCard } from './review-card.tsx';
import classes from './overview-page.module.css';

export type OverviewScope = { kind: 'threatModel' | 'collection'; id: string };

type Props = { scope: OverviewScope; summary: RegisterSummary; models: readonly ModelEntry[] };

type Counts = RegisterSummary['byPriority'];

const countOf = (counts: Counts, wanted: string): number =>
  counts.find(({ key }) => key === wanted)?.count ?? 0;

/**
 * All parts of the overview. A click on a figure about threats or mitigations opens the register with
 * these records.
 */
export const OverviewParts = ({ scope, summary, models }: Props) => {
  const { t } = useTranslation('overview');
  return (
    <div className={classes.cards}>
      {summary.threats > 0 && <ThreatCards scope={scope} summary={summary} />}
      <DrawingCards
        componentIds={summary.componentIds}
        models={models}
        onConsidered={() => showRegister(scope, {})}
      />
      {scope.kind === 'threatModel' && models[0] && <ReviewCard model={models[0]} />}
      {scope.kind === 'collection' && (
        <FigureCard
          figures={models.map(({ id, title, openThreatCount }) => ({
            key: id,
            name: title,
            count: openThreatCount,
            show: () => openOverview({ kind: 'threatModel', id }),
          }))}
          title={t('models.title')}
        />
      )}
    </div>
  );
};

const ThreatCards = ({ scope, summary }: Omit<Props, 'models'>) => {
  const { t } = useTranslation(['overview', 'threats', 'mitigations']);
  const show =
    (filter: Partial<RegisterFilter>, of: 'threat' | 'mitigation' = 'threat') =>
    (): void =>
      showRegister(scope, filter, of);
  const { due } = summary;

  return (
    <>
      <FigureCard
        figures={priorities.toReversed().map((priority) => ({
          key: priority,
          name: t(`threats:${severities[priority].textKey}`),
          count: countOf(summary.byPriority, priority),
          color: severities[priority].color,
          show: show({ priority: [priority], status: ['open'] }),
        }))}
        title={t('priority')}
      />
      <FigureCard
        figures={threatStatuses.map((status) => ({
          key: status,
          name: t(`threats:${threatStatusTable[status].textKey}`),
          count: countOf(summary.byStatus, status),
          show: show({ status: [status] }),
        }))}
        title={t('status')}
      />
      <FigureCard
        figures={summary.byCategory.map(({ key, count }) => ({
          key,
          count,
          name: key === '' ? t('none') : key,
          show: show({ category: [key], status: ['open'] }),
        }))}
        title={t('category')}
      />
      <FigureCard
        figures={mitigationStates.map(({ status, textKey, color }) => ({
          key: status ?? '',
          name: t(`mitigations:${textKey}`),
          count: countOf(summary.mitigations, status ?? ''),
          color: status === 'done' || status === 'will' ? color : 'var(--text-dimmed)',
          show: show({ status: [status ?? ''] }, 'mitigation'),
        }))}
        title={t('mitigation')}
      />
      <FigureCard
        figures={[
          {
            key: 'overdue',
            name: t('due.overdue'),
            count: due.overdue,
            color: 'var(--state-bad)',
            show: show({ due: 'overdue', status: ['open'] }),
          },
          {
            key: 'week',
            name: t('due.week'),
            count: due.week,
            show: show({ due: 'week', status: ['open'] }),
          },
          {
            key: 'later',
            name: t('due.later'),
            count: due.later,
            show: show({ due: 'later', status: ['open'] }),
          },
          {
            key: 'none',
            name: t('due.none'),
            count: due.none,
            show: show({ due: 'none', status: ['open'] }),
          },
        ]}
        title={t('due.title')}
      />
    </>
  );
};
