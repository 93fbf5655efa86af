import { roleOf } from '#shared/canvas/element-kinds.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ThreatTemplate } from '#shared/suggestions/matching-templates.ts';
import { ensureComponent } from '../canvas/edits/element-edits.ts';
import { announce } from '../canvas/state/announcements.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import { createThreat, createThreatFrom } from '../kernel/records/record-changes.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { AddThreat } from './add-threat.tsx';
import classes from './several-selected.module.css';

/**
 * The maximum number of selected elements for which this field is shown. Each element gets a new record,
 * and no threat concerns more elements.
 */
const maxElements = 500;

/** A field that adds one threat to each selected element, in one undo step. */
export const ThreatForAll = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useTranslation('threats');
  if (ids.length > maxElements) return null;
  const add = (threat: ThreatTemplate | string): void => {
    const title = typeof threat === 'string' ? threat : threat.title;
    const count = addToAll(ids, threat, t('untitled'));
    announce(t('for-all.added', { title, count }));
  };
  return (
    <div className={classes.forAll}>
      <AddThreat add={add} label={t('for-all.add')} placeholder={t('for-all.placeholder')} />
    </div>
  );
};

type Holder = Parameters<typeof ensureComponent>[1];

/** Returns the elements that can have threats, with only one element for each component. */
const holdersOf = (ids: readonly string[]): Holder[] => {
  const { document } = useCanvas.getState();
  const holders = ids.flatMap((id): Holder[] => {
    const node = nodeById(document, id);
    if (node) return roleOf(node.type) === 'note' ? [] : [{ kind: 'node', element: node }];
    const edge = edgeById(document, id);
    return edge ? [{ kind: 'edge', element: edge }] : [];
  });
  const byComponent = new Map(
    holders.map((holder) => [holder.element.data?.componentId ?? holder.element.id, holder]),
  );
  return [...byComponent.values()];
};

/**
 * Adds the threat to the components of the elements. Returns the number of components that got the
 * threat.
 */
const addToAll = (
  ids: readonly string[],
  threat: ThreatTemplate | string,
  untitled: string,
): number => {
  const { canvasId, commit } = useCanvas.getState();
  if (canvasId === null) return 0;
  const operation: CanvasOperation = [];
  const records: RecordChange[] = [];
  const holders = holdersOf(ids);
  for (const holder of holders) {
    const ensured = ensureComponent(canvasId, holder, untitled);
    operation.push(...ensured.operation);
    const { componentId } = ensured;
    const added =
      typeof threat === 'string'
        ? [createThreat(componentId, threat)]
        : createThreatFrom(componentId, threat);
    records.push(...ensured.records, ...added);
  }
  if (holders.length === 0) return 0;
  commit({ label: 'threats.label.add', operation, records });
  whenSaved(() => void queryClient.invalidateQueries({ queryKey: queries.component.detail.key() }));
  return holders.length;
};
