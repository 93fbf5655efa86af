import { useQuery } from '@tanstack/react-query';
import type { ReviewState } from '#shared/desktop/versions.ts';
import { language } from '#shared/locales/texts.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed, showError } from '../kernel/desktop/errors.tsx';
import { compareWithNow } from '../kernel/workspace/compared.ts';
import { openCanvas } from '../kernel/workspace/location.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { relativeTime, useNow } from '../ui/relative-time.ts';
import { FigureCard } from './figure-card.tsx';

type Canvases = ReviewState['canvases'];

/**
 * Opens the comparison with the reviewed version for the first canvas whose threats or mitigations have
 * changed since the review. If they have changed only on canvases that were added after the review,
 * opens the first of these canvases, because it has no reviewed version.
 */
const compareThreats = async (canvases: Canvases): Promise<void> => {
  const changed = canvases.filter(({ changes }) => changes > 0);
  try {
    for (const { id, version } of changed) {
      if (version === null) continue;
      const { threats } = await desktop.versions.size({ id: version });
      if (threats > 0) {
        compareWithNow(id, { from: 'point', id: version });
        return;
      }
    }
    const added = changed.find(({ version }) => version === null);
    if (added) openCanvas(added.id);
  } catch (error) {
    showError(error);
  }
};

/**
 * The changes to a model since its last review. A click on the row of a canvas, of threats, or of
 * mitigations opens the comparison with the reviewed version.
 */
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
  const showThreats = (): void => void compareThreats(canvases);
  return (
    <FigureCard
      figures={[
        { key: 'elements', name: t('review.elements'), count: elements },
        {
          key: 'threats',
          name: t('review.threats'),
          count: threats,
          show: showThreats,
        },
        {
          key: 'mitigations',
          name: t('review.mitigations'),
          count: mitigations,
          show: showThreats,
        },
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
