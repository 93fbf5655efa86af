import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RegisterSummary } from '#shared/desktop/register.ts';
import { dueOn, scoped, type Condition, type StoredScope } from './register-conditions.ts';

const counted = z.object({ word: z.string(), count: z.number() });
const countRow = z.object({ count: z.number() });
const componentRow = z.object({ component_id: z.string() });

const maxCategories = 12;
/**
 * The maximum number of components whose IDs are returned. The overview counts only these components as
 * components with threats.
 */
const maxComponents = 50_000;

/** Counts the threats and mitigations of a scope, for its overview. */
export const createRegisterSummary = (database: DatabaseSync) => {
  const counts = (key: string, from: string, { sql, values }: Condition, limit = 100) =>
    database
      .prepare(
        `SELECT ${key} AS word, count(*) AS count FROM ${from} WHERE ${sql}
         GROUP BY word ORDER BY count DESC, word LIMIT ${limit}`,
      )
      .all(...values)
      .map((raw) => {
        const { word, count: found } = counted.parse(raw);
        return { key: word, count: found };
      });

  const count = ({ sql, values }: Condition): number =>
    countRow.parse(
      database.prepare(`SELECT count(*) AS count FROM register WHERE ${sql}`).get(...values),
    ).count;

  return (scope: StoredScope, today: string): RegisterSummary => {
    const all = scoped(scope);
    const open = { sql: `(${all.sql}) AND status = 'open'`, values: all.values };
    const due = (filter: 'overdue' | 'week' | 'none'): number => {
      const condition = dueOn('threat', filter, today);
      return count({
        sql: `(${open.sql}) AND (${condition.sql})`,
        values: [...open.values, ...condition.values],
      });
    };
    const overdue = due('overdue');
    const openThreats = count(open);
    const [week, none] = [due('week') - overdue, due('none')];
    return {
      threats: count(all),
      open: openThreats,
      byPriority: counts('priority', 'register', open),
      byStatus: counts('status', 'register', all),
      byCategory: counts(
        `coalesce(each.value, '')`,
        'register LEFT JOIN json_each(categories) AS each',
        open,
        maxCategories,
      ),
      mitigations: counts(
        'mitigation.status',
        `register_mitigation AS mitigation
         JOIN (SELECT id AS threat, status AS threat_status, component_id, canvas_id, model_id
               FROM register) ON threat = mitigation.threat_id`,
        all,
      ),
      due: { overdue, week, later: openThreats - overdue - week - none, none },
      componentIds: database
        .prepare(
          `SELECT DISTINCT component_id FROM register WHERE ${all.sql} LIMIT ${maxComponents}`,
        )
        .all(...all.values)
        .map((raw) => componentRow.parse(raw).component_id),
    };
  };
};
