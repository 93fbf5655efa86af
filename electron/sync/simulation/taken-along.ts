import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Fetch } from '../../connection/fetch.ts';
import { tokensIn, type Ledger } from './ledger.ts';
import type { Lineages } from './lineages.ts';
import { partsOf, targetOf, type Part } from './parts-of.ts';
import type { Site } from './site.ts';
import type { Clock } from './virtual-time.ts';
import { subjectsIn, under, type Seen } from './visible.ts';

type Dependencies = {
  who: string;
  reach: Fetch;
  site: Site;
  clock: Clock;
  ledger: Ledger;
  lineages: Lineages;
};

const lists: Record<Exclude<RecordKind, 'canvas'>, string> = {
  collection: '/collections',
  threatModel: '/threat-models',
  component: '/components',
  threat: '/threats',
  mitigation: '/mitigations',
  comment: '/comments',
};

/**
 * Returns a `fetch` for one person that notices which words and records a DELETE removes although the
 * person has not seen them. They reached the service after the person last read the list or canvas. They
 * count as given up, because no client can prevent this loss (see "Limits" in docs/sync.md).
 */
export const noticeTakenAlong = (dependencies: Dependencies): Fetch => {
  const { who, reach, site, clock, ledger, lineages } = dependencies;
  const reads = new Map<string, number>();

  const lastRead = ({ kind, id, parentId }: Seen): number => {
    const paths =
      kind === 'canvas' ? [`/canvases/${id}`, `/threat-models/${parentId}`] : [lists[kind]];
    return Math.max(-1, ...paths.map((path) => reads.get(path) ?? -1));
  };

  const below = async (deletes: readonly Part[]): Promise<Seen[]> => {
    if (deletes.length === 0) return [];
    const all = await site.content();
    return deletes.flatMap((part) => under(all, targetOf(part)));
  };

  /**
   * Returns the words that arrived after the last read of their record. If all words of a record arrived
   * after that read, the words of its descendants are included.
   */
  const unseenIn = (removed: readonly Seen[]): string[] => {
    const unseen = new Set<string | null>();
    return removed.flatMap((seen) => {
      const words = [...tokensIn(seen.content)];
      const late = words.filter((token) => site.arrivalOf(token) >= lastRead(seen));
      // The descendants of an unseen record are unseen, too.
      const isUnseen =
        unseen.has(seen.parentId) || (late.length > 0 && late.length === words.length);
      if (!isUnseen) return late;
      unseen.add(seen.id);
      return words;
    });
  };

  return async (request) => {
    const parts = await partsOf(request);
    for (const { method, path } of parts) if (method === 'GET') reads.set(path, clock.elapsed());
    const removed = await below(parts.filter(({ method }) => method === 'DELETE'));
    const unseen = unseenIn(removed);
    const changed = removed.filter((seen) => site.changeOf(seen.id) >= lastRead(seen));
    const answer = await reach(request);
    if (unseen.length === 0 && changed.length === 0) return answer;
    const left = await site.content();
    const words = tokensIn(left);
    const lost = unseen.filter((token) => !words.has(token));
    ledger.giveUp(who, lost);
    ledger.allowAgain(lost);
    const remainingIds = new Set(left.map(({ id }) => id));
    // The person who deleted a record may create it again with the values that they had seen, so
    // settings of others in it are no longer expected.
    ledger.dropSettings(
      subjectsIn(
        changed.filter(({ id }) => !remainingIds.has(id)),
        lineages.of,
      ),
    );
    return answer;
  };
};
