import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import {
  drawingFigures,
  protections,
  type DrawingFigures,
} from '#shared/canvas/drawing-figures.ts';
import { language } from '#shared/locales/texts.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import type { ModelEntry } from '../kernel/workspace/place.ts';
import { FigureCard } from './figure-card.tsx';

type Props = { models: readonly ModelEntry[]; componentIds: readonly string[] };

/** The drawings of so many models are read. */
const mostModels = 30;

const none: DrawingFigures = {
  elements: 0,
  considered: 0,
  crossings: { both: 0, encrypted: 0, authenticated: 0, none: 0, unknown: 0 },
};

/** The facts in the drawings: coverage, and flows across boundaries by their protection. */
export const DrawingCards = ({ models, componentIds }: Props) => {
  const { t } = useTranslation('overview');
  const read = models.filter(({ isHere }) => isHere).slice(0, mostModels);
  const { figures, error, retry } = useQueries({
    queries: read.map(({ id }) => ({
      queryKey: [...queries.models.drawings.key({ input: { id } }), 'figures', componentIds],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        await figuresOf(id, new Set(componentIds), signal),
      gcTime: 0,
    })),
    combine: (results) => ({
      figures: results.every(({ data }) => data)
        ? sumOf(results.flatMap(({ data }) => data ?? []))
        : null,
      error: results.find((result) => result.error)?.error ?? null,
      retry: () => results.forEach((result) => void result.refetch()),
    }),
  });
  if (error) return <LoadFailed error={error} retry={retry} />;
  if (!figures) return null;
  const { elements, considered, crossings } = figures;
  const percent = new Intl.NumberFormat(language(), { style: 'percent' });
  const share = percent.format(elements === 0 ? 0 : considered / elements);
  const hasCrossings = protections.some((key) => crossings[key] > 0);
  return (
    <>
      <FigureCard
        figures={[
          {
            key: 'considered',
            name: t('coverage.considered'),
            count: considered,
            color: 'var(--state-good)',
          },
          { key: 'open', name: t('coverage.open'), count: elements - considered },
        ]}
        text={[
          t('coverage.text', { considered, count: elements, percent: share }),
          models.length > mostModels ? t('coverage.partly', { count: mostModels }) : '',
        ].join(' ')}
        title={t('coverage.title')}
      />
      <FigureCard
        figures={
          hasCrossings
            ? protections.map((key) => ({
                key,
                name: t(`crossing.${key}`),
                count: crossings[key],
                ...(key === 'none' && { color: 'var(--state-bad)' }),
                ...(key === 'both' && { color: 'var(--state-good)' }),
              }))
            : []
        }
        title={t('crossing.title')}
        {...(!hasCrossings && { text: t('crossing.empty') })}
      />
    </>
  );
};

/** Reads one drawing after the other, so that the window stays responsive. */
const figuresOf = async (
  modelId: string,
  withThreats: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<DrawingFigures> => {
  const input = { id: modelId, except: '', known: {} };
  const found: DrawingFigures[] = [];
  for (const { document } of await desktop.models.drawings(input, { signal })) {
    if (document === null) continue;
    found.push(drawingFigures(storedDocumentSchema.parse(JSON.parse(document)), withThreats));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return sumOf(found);
};

const sumOf = (all: readonly DrawingFigures[]): DrawingFigures =>
  all.reduce((sum, each) => {
    const crossings = { ...sum.crossings };
    for (const key of protections) crossings[key] += each.crossings[key];
    return {
      elements: sum.elements + each.elements,
      considered: sum.considered + each.considered,
      crossings,
    };
  }, none);
