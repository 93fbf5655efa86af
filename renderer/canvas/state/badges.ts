import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentBadge } from '#shared/desktop/contract.ts';

/** The components that the open canvas lists, with their numbers of open threats, by component ID. */
export type Badges = ReadonlyMap<string, ComponentBadge>;

/**
 * Returns the components as expected after a change. They are shown until the app reads the components
 * again.
 */
export const badgesAfter = (
  badges: Badges | null,
  changes: readonly RecordChange[],
  now: string,
): Badges | null => {
  const componentChanges = changes.filter((change) => change.kind === 'component');
  if (!badges || componentChanges.length === 0) return badges;
  const after = new Map(badges);
  for (const change of componentChanges) {
    if (change.op === 'delete') after.delete(change.id);
    // A restored component is left out, because its values are unknown until the app reads the
    // components again.
    else if (change.op !== 'restore' && change.op !== 'restoreVersion') {
      const before = after.get(change.id);
      // The component may have no record, because an element may show a deleted component.
      if (!before && change.op === 'update') continue;
      const badge = before ?? newBadge(change.id, now);
      after.set(change.id, { ...badge, ...textsOf(change.values), updated_at: now });
    }
  }
  return after;
};

const newBadge = (id: string, now: string): ComponentBadge => ({
  id,
  parentId: '',
  title: '',
  description: '',
  created_at: now,
  updated_at: now,
  openThreatCount: 0,
  worstPriority: null,
  openByPriority: {},
});

const textsOf = (values: Record<string, unknown>): Partial<ComponentBadge> => {
  const { title, description } = values;
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  };
};
