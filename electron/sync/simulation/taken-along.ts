import { z } from 'zod';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Fetch } from '../../connection/fetch.ts';
import { tokensIn, type Ledger } from './ledger.ts';
import type { Site } from './site.ts';
import type { Clock } from './virtual-time.ts';
import { under, type Seen } from './visible.ts';

type Dependencies = { who: string; reach: Fetch; site: Site; clock: Clock; ledger: Ledger };

const batch = z.object({ requests: z.array(z.object({ method: z.string(), path: z.string() })) });
type Part = z.infer<typeof batch>['requests'][number];

const lists: Record<Exclude<RecordKind, 'canvas'>, string> = {
  collection: '/collections',
  threatModel: '/threat-models',
  component: '/components',
  threat: '/threats',
  mitigation: '/mitigations',
  comment: '/comments',
};

/** A request, or the requests in a batch. */
export const partsOf = async (request: Request): Promise<Part[]> => {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace('/api/v1', '');
  if (path === '/batch') return batch.parse(await request.clone().json()).requests;
  // The first page is where a reading begins.
  const isLater = Number(searchParams.get('page') ?? 1) > 1;
  return isLater ? [] : [{ method: request.method, path }];
};

/**
 * A DELETE takes along what others have written below the record since the person's last look at it,
 * and no client can help it (see "Limits" in sync.md). This fetch of one person notices just that:
 * what reached the service after the last look at its list, or at its canvas, counts as given up.
 */
export const noticeTakenAlong = ({ who, reach, site, clock, ledger }: Dependencies): Fetch => {
  const looks = new Map<string, number>();

  const lastLook = ({ kind, id, parentId }: Seen): number => {
    const paths =
      kind === 'canvas' ? [`/canvases/${id}`, `/threat-models/${parentId}`] : [lists[kind]];
    return Math.max(-1, ...paths.map((path) => looks.get(path) ?? -1));
  };

  const unseenBelow = async (deletes: readonly Part[]): Promise<string[]> => {
    if (deletes.length === 0) return [];
    const all = await site.content();
    return deletes.flatMap(({ path }) =>
      under(all, path.slice(path.lastIndexOf('/') + 1)).flatMap((seen) =>
        [...tokensIn(seen.content)].filter((token) => site.arrivalOf(token) >= lastLook(seen)),
      ),
    );
  };

  return async (request) => {
    const parts = await partsOf(request);
    for (const { method, path } of parts) if (method === 'GET') looks.set(path, clock.elapsed());
    const unseen = await unseenBelow(parts.filter(({ method }) => method === 'DELETE'));
    const answer = await reach(request);
    if (unseen.length === 0) return answer;
    const left = tokensIn(await site.content());
    const gone = unseen.filter((token) => !left.has(token));
    ledger.giveUp(who, gone);
    ledger.allowAgain(gone);
    return answer;
  };
};
