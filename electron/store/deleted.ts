import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { recordStepSchema, type RecordStep } from './record-step.ts';

const row = z.object({ record_inverse: z.string() });

/**
 * The maximum number of journal entries that are searched. The number is limited, because each entry has
 * to be read and parsed. It is large enough, because people usually paste elements soon after cutting
 * them.
 */
const maxEntries = 200;

/** Finds deleted components in the journal. Returns the steps that restore a component completely. */
export const createDeleted = (database: DatabaseSync) => {
  const select = database.prepare(`
    SELECT record_inverse FROM journal
    WHERE state = 'done' AND record_inverse LIKE '%"component"%'
    ORDER BY seq DESC LIMIT ${maxEntries}`);

  return {
    /** Returns steps by component ID: first that of the component, then those of its descendants. */
    components: (ids: Iterable<string>): Map<string, RecordStep[]> => {
      const wanted = new Set(ids);
      const found = new Map<string, RecordStep[]>();
      if (wanted.size === 0) return found;
      for (const raw of select.iterate()) {
        const { record_inverse } = row.parse(raw);
        const steps = z.array(recordStepSchema).parse(JSON.parse(record_inverse));
        for (const [id, all] of componentsIn(steps)) {
          if (!wanted.delete(id)) continue;
          found.set(id, all);
        }
        if (wanted.size === 0) break;
      }
      return found;
    },
  };
};

export type Deleted = ReturnType<typeof createDeleted>;

/**
 * Returns the steps of each component in an inverse. Relies on their order: parents come before their
 * children.
 */
const componentsIn = (steps: readonly RecordStep[]): Map<string, RecordStep[]> => {
  const components = new Map<string, RecordStep[]>();
  const holders = new Map<string, RecordStep[]>();
  for (const step of steps) {
    if (step.op !== 'put') continue;
    const isComponent = step.kind === 'component';
    const all = isComponent ? [] : step.parentId === null ? undefined : holders.get(step.parentId);
    if (!all) continue;
    all.push(step);
    holders.set(step.id, all);
    if (isComponent) components.set(step.id, all);
  }
  return components;
};
