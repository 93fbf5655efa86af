import { language } from '#shared/locales/texts.ts';
import type { CollectionEntry, ModelEntry } from '../kernel/workspace/workspace-location.ts';

export const sortOrders = ['changed', 'name', 'threats'] as const;
export type SortOrder = (typeof sortOrders)[number];

type Comparable = { title: string; changed: string; threats: number };

const orders: Record<SortOrder, (a: Comparable, b: Comparable) => number> = {
  name: (a, b) => a.title.localeCompare(b.title, language(), { numeric: true }),
  changed: (a, b) => (a.changed < b.changed ? 1 : a.changed > b.changed ? -1 : 0),
  threats: (a, b) => b.threats - a.threats,
};

const ofModel = ({ title, updated_at, openThreatCount }: ModelEntry): Comparable => ({
  title,
  changed: updated_at,
  threats: openThreatCount,
});

const ofCollection = ({ title, updated_at, models }: CollectionEntry): Comparable => ({
  title,
  changed: models.reduce((latest, model) => later(latest, model.updated_at), updated_at),
  threats: models.reduce((sum, model) => sum + model.openThreatCount, 0),
});

const later = (a: string, b: string): string => (a > b ? a : b);

/**
 * Returns the sorted collections and models that the home page shows for a search. A collection whose
 * title matches keeps all of its models. Any other collection keeps only its matching models.
 */
export const arrange = (
  overview: readonly CollectionEntry[],
  { query, sort }: { query: string; sort: SortOrder },
): CollectionEntry[] => {
  const wanted = query.trim().toLocaleLowerCase(language());
  const has = ({ title }: { title: string }): boolean =>
    title.toLocaleLowerCase(language()).includes(wanted);
  const compare = orders[sort];
  return overview
    .map((collection) => ({
      ...collection,
      models: collection.models
        .filter((model) => has(collection) || has(model))
        .toSorted((a, b) => compare(ofModel(a), ofModel(b))),
    }))
    .filter((collection) => has(collection) || collection.models.length > 0)
    .toSorted((a, b) => compare(ofCollection(a), ofCollection(b)));
};

/** Returns the most recently changed models of all collections. */
export const recentModels = (
  overview: readonly CollectionEntry[],
  count: number,
): { collection: CollectionEntry; model: ModelEntry }[] =>
  overview
    .flatMap((collection) => collection.models.map((model) => ({ collection, model })))
    .toSorted((a, b) => orders.changed(ofModel(a.model), ofModel(b.model)))
    .slice(0, count);
