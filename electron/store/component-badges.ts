import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { priorities } from '#shared/api/enumerations.ts';
import type { ComponentBadge } from '#shared/desktop/contract.ts';
import type { ComponentCanvases } from './component-canvases.ts';
import { inOrder } from './in-order.ts';
import { present } from './records.ts';

type Parts = { database: DatabaseSync; componentCanvases: Pick<ComponentCanvases, 'listedOn'> };

const openThreat = z.object({ component_id: z.string(), priority: z.string() });

/**
 * Returns a function that reads the components that a canvas lists, with the counts of their open
 * threats.
 */
export const createComponentBadges = ({ database, componentCanvases }: Parts) => {
  const selectOpenThreats = database.prepare(`
    SELECT component_id, priority FROM register
    WHERE component_id IN (SELECT value FROM json_each(?)) AND status = 'open'`);

  return (canvasId: string): ComponentBadge[] => {
    const listed = componentCanvases.listedOn(canvasId);
    const rows = selectOpenThreats.all(JSON.stringify(listed.map(({ id }) => id)));
    const open = Map.groupBy(
      rows.map((raw) => openThreat.parse(raw)),
      (row) => row.component_id,
    );
    return inOrder(listed).map((row) => {
      const found = (open.get(row.id) ?? []).map((each) => each.priority);
      return {
        ...present('component', row),
        openThreatCount: found.length,
        worstPriority: worst(found),
        openByPriority: countEach(found),
      };
    });
  };
};

const countEach = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]),
  );

/** Returns the highest priority. Unknown priorities rank lowest and are returned unchanged. */
const worst = (found: readonly string[]): string | null =>
  priorities.findLast((priority) => found.includes(priority)) ?? found[0] ?? null;
