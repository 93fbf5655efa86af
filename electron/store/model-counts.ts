import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** The number of components in a model, and the last time when a canvas or a component in it changed. */
const modelCount = z.object({
  model_id: z.string(),
  components: z.number(),
  changed_at: z.string(),
});

const threatsChange = z.object({ model_id: z.string().nullable(), changed_at: z.string() });

const openInModel = z.object({
  model_id: z.string().nullable(),
  priority: z.string(),
  count: z.number(),
});

/** Counts what the home page shows of each model. This takes 90 ms in a store with 100,000 threats. */
export const createModelCounts = (database: DatabaseSync) => {
  // Without `INDEXED BY`, SQLite scans all records of a kind. With 5,000 components, this takes 820 ms
  // instead of 12 ms.
  const selectModelCounts = database.prepare(`
    SELECT canvas.parent_id AS model_id,
           count(component.id) AS components,
           max(max(
             canvas.local ->> 'updated_at',
             coalesce(component.local ->> 'updated_at', '')
           )) AS changed_at
    FROM record AS canvas
    LEFT JOIN record AS component INDEXED BY record_by_parent
      ON component.kind = 'component' AND component.parent_id = canvas.id
    WHERE canvas.kind = 'canvas'
    GROUP BY canvas.parent_id`);
  // The time of a change is read from the register, where it is a column. Reading it from JSON takes ten
  // times as long.
  const selectThreatChanges = database.prepare(
    'SELECT model_id, max(changed) AS changed_at FROM register GROUP BY model_id',
  );
  const selectOpenInModels = database.prepare(`
    SELECT model_id, priority, count(*) AS count FROM register
    WHERE status = 'open' GROUP BY model_id, priority`);

  return () => ({
    components: selectModelCounts.all().map((raw) => modelCount.parse(raw)),
    changed: selectThreatChanges.all().map((raw) => threatsChange.parse(raw)),
    open: selectOpenInModels.all().map((raw) => openInModel.parse(raw)),
  });
};

export type ModelCounts = ReturnType<ReturnType<typeof createModelCounts>>;
