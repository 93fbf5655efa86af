import { useQueries } from '@tanstack/react-query';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import {
  drawingFigures,
  eachProtection,
  protections,
  type DrawingFigures,
} from '#shared/canvas/drawing-figures.ts';
import { language } from '#shared/locales/texts.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { openCanvas, wantElements } from '../kernel/workspace/location.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { FigureCard } from './figure-card.tsx';

type Props = {
  models: readonly ModelEntry[];
  componentIds: readonly string[];
  /** Opens the register with the threats of the considered elements. */
  onConsidered: () => void;
};

/** The maximum number of models whose drawings are read. */
const maxModels = 30;

type FigureKey = keyof DrawingFigures['ids'];
type Sum = Pick<DrawingFigures, 'elements' | 'considered' | 'crossings'> & {
  /**
   * The location of the elements that each figure counts: the first canvas with such elements, and the
   * IDs of these elements on it.
   */
  locations: Partial<Record<FigureKey, { canvasId: string; elementIds: readonly string[] }>>;
};

const none: Sum = {
  elements: 0,
  considered: 0,
  crossings: eachProtection(() => 0),
  locations: {},
};

/**
 * Shows how many elements were considered. An element is considered if it has threats, or if a person
 * recorded that it has none. Also shows how data flows across trust boundaries are protected.
 */
export const DrawingCards = ({ models, componentIds, onConsidered }: Props) => {
  const { t } = useTranslation('overview');
  const read = models.filter(({ isDownloaded }) => isDownloaded).slice(0, maxModels);
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
  const { elements, considered, crossings, locations } = figures;
  /**
   * Returns an action that opens the first canvas with elements that the figure counts, and selects
   * these elements there. Returns no action if the figure counts no element.
   */
  const show = (key: FigureKey): { show?: () => void } => {
    const location = locations[key];
    return location ? { show: () => showElements(location) } : {};
  };
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
            show: onConsidered,
          },
          {
            key: 'open',
            name: t('coverage.open'),
            count: elements - considered,
            ...show('unconsidered'),
          },
        ]}
        text={[
          t('coverage.text', { considered, count: elements, percent: share }),
          models.length > maxModels ? t('coverage.partly', { count: maxModels }) : '',
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
                ...show(key),
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

const showElements = (location: { canvasId: string; elementIds: readonly string[] }): void => {
  wantElements(location);
  openCanvas(location.canvasId);
};

/** Counts one drawing after another, with a pause after each, so that the window stays responsive. */
const figuresOf = async (
  modelId: string,
  withThreats: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Sum> => {
  const input = { id: modelId, except: '', known: {} };
  const found: Sum[] = [];
  for (const { id, document } of await desktop.models.drawings(input, { signal })) {
    if (document === null) continue;
    const drawing = storedDocumentSchema.parse(JSON.parse(document));
    found.push(withLocations(drawingFigures(drawing, withThreats), id));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return sumOf(found);
};

const withLocations = ({ ids, ...figures }: DrawingFigures, canvasId: string): Sum => ({
  ...figures,
  locations: Object.fromEntries(
    Object.entries(ids).flatMap(([key, elementIds]) =>
      elementIds.length > 0 ? [[key, { canvasId, elementIds }]] : [],
    ),
  ),
});

const sumOf = (all: readonly Sum[]): Sum =>
  all.reduce(
    (sum, each) => ({
      elements: sum.elements + each.elements,
      considered: sum.considered + each.considered,
      crossings: eachProtection((key) => sum.crossings[key] + each.crossings[key]),
      locations: { ...each.locations, ...sum.locations },
    }),
    none,
  );
