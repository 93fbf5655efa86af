import { useQuery } from '@tanstack/react-query';
import { language } from '#shared/locales/texts.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { compareWithNow } from '../kernel/workspace/compared.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { relativeTime, useNow } from '../ui/relative-time.ts';
import { FigureCard } from './figure-card.tsx';

/** The changes to a model since its last review. The row of a canvas opens the comparison. */
export const ReviewCard = ({ model }: { model: ModelEntry }) => {
  const { t } = useTranslation('overview');
  const now = useNow();
  const { data, error, refetch } = useQuery(
    queries.versions.reviewState.queryOptions({ input: { id: model.id } }),
  );
  if (error && data === undefined) {
    return <LoadFailed error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return null;
  if (data === null) {
    return <FigureCard figures={[]} text={t('review.none')} title={t('review.title')} />;
  }
  const { title, madeAt, madeBy, elements, threats, mitigations, canvases } = data;
  const by = t('review.by', {
    title,
    name: madeBy ?? '',
    time: relativeTime(madeAt, now, language()),
  });
  const titles = new Map(model.canvases.map((canvas) => [canvas.id, canvas.title]));
  return (
    <FigureCard
      figures={[
        { key: 'elements', name: t('review.elements'), count: elements },
        { key: 'threats', name: t('review.threats'), count: threats },
        { key: 'mitigations', name: t('review.mitigations'), count: mitigations },
        ...canvases.map(({ id, version, changes }) => ({
          key: id,
          name: t('review.compare', { canvas: titles.get(id) ?? '' }),
          count: changes,
          ...(version !== null && {
            show: () => compareWithNow(id, { from: 'point', id: version }),
          }),
        })),
      ]}
      text={by}
      title={t('review.title')}
    />
  );
};
