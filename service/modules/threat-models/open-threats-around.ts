import { sql } from 'kysely';
import { openThreatsOf, type OpenThreats } from '#shared/canvas/open-threats.ts';
import { within } from '../../database/record-tables.ts';
import type { Database } from '../../database/schema.ts';

/**
 * Returns the open threats of all components in a canvas's threat model, because a canvas can show
 * components that were created on another canvas.
 */
export const openThreatsAround = async (
  database: Database,
  canvasId: string,
): Promise<OpenThreats> => {
  const isItsModel = sql<boolean>`${sql.ref('threat_models.id')} in (
    select threat_model_id from canvases where id = ${canvasId})`;
  const threats = await database
    .selectFrom('threats')
    .where(within('threats', 'threat_models', isItsModel))
    .where('status', '=', 'open')
    .select(['component_id', 'status', 'priority'])
    .execute();
  return openThreatsOf(threats);
};
