import i18next from 'i18next';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { newId } from '#shared/records/new-id.ts';
import type { Content } from '#shared/records/record-schemas.ts';
import type { DismissedSuggestion } from '#shared/suggestions/dismissed-list.ts';
import { dismissedKey, type Dismissal } from '#shared/suggestions/dismissed.ts';
import type { Suggestion } from '#shared/suggestions/suggest.ts';
import { ensureComponent, newComponent } from '../canvas/edits/element-edits.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import {
  drawingsOf,
  isOnOpenCanvas,
  nearestElement,
  type DataChange,
} from './element-on-canvas.ts';
import { hide } from './use-analysis.ts';

const kindOf = ({ element }: Suggestion): 'node' | 'edge' =>
  element.kind === 'flow' ? 'edge' : 'node';

const subjectOf = ({ element }: Suggestion): string => `${element.kind} ${element.id}`;

type Holder = Parameters<typeof ensureComponent>[1];

const holderOf = (id: string): Holder | undefined => {
  const { document } = useCanvas.getState();
  const node = nodeById(document, id);
  if (node) return { kind: 'node', element: node };
  const edge = edgeById(document, id);
  return edge && { kind: 'edge', element: edge };
};

/**
 * Returns the component of a suggestion's element. If there is no component yet, also returns the
 * changes that create it. Returns `null` if the element has been deleted.
 */
const componentFor = (
  suggestion: Suggestion,
): { id: string; records: RecordChange[]; changes: DataChange[] } | null => {
  const drawn = nearestElement(suggestion.drawn);
  if (!drawn) return null;
  const added = (id: string): DataChange[] => [
    { ...drawn, kind: kindOf(suggestion), key: 'componentId', before: undefined, after: id },
  ];
  if (isOnOpenCanvas(drawn)) {
    // The element may have got a component or may have been deleted since the search.
    const holder = holderOf(drawn.elementId);
    if (!holder) return null;
    const untitled = i18next.t('untitled', { ns: 'threats' });
    const { componentId: id, records } = ensureComponent(drawn.canvasId, holder, untitled);
    return { id, records, changes: records.length > 0 ? added(id) : [] };
  }
  if (suggestion.componentId !== undefined) {
    return { id: suggestion.componentId, records: [], changes: [] };
  }
  const id = newId();
  const records = [newComponent(id, drawn.canvasId, suggestion.element.name)];
  return { id, records, changes: added(id) };
};

/** Adds the threats of suggestions with their mitigations, in one undo step. */
export const acceptSuggestions = (suggestions: readonly Suggestion[]): void => {
  const changes: DataChange[] = [];
  const records: RecordChange[] = [];
  const renewed = new Set<string>();
  for (const [subject, ofElement] of Map.groupBy(suggestions, subjectOf)) {
    const component = ofElement[0] && componentFor(ofElement[0]);
    if (!component) continue;
    if (component.changes.length > 0) renewed.add(subject);
    changes.push(...component.changes);
    records.push(
      ...component.records,
      ...ofElement.flatMap((suggestion) => recordsOf(suggestion, component.id)),
    );
  }
  if (records.length === 0) return;
  const accepted = new Set(suggestions);
  // If an element gets a component, its other suggestions are hidden too, because they refer to the
  // element without a component. The next search finds them again.
  hide((each) => accepted.has(each) || renewed.has(subjectOf(each)));
  useCanvas.getState().commit({
    label: 'suggestions.label.add',
    ...drawingsOf(changes),
    records,
  });
  whenSaved(
    () =>
      void queryClient.invalidateQueries({
        queryKey: queries.component.detail.key(),
      }),
  );
};

const recordsOf = (suggestion: Suggestion, componentId: string): RecordChange[] => {
  const { threat, priority, mitigations, because } = suggestion;
  const id = newId();
  const values = {
    title: threat.title,
    description: `${threat.description}\n\n${because}`,
    priority,
    categories: threat.categories,
    references: threat.references,
  } satisfies Partial<Content<'threat'>>;
  return [
    { op: 'create', kind: 'threat', id, parentId: componentId, values },
    ...mitigations.map(({ title, description, controls }): RecordChange => ({
      op: 'create',
      kind: 'mitigation',
      id: newId(),
      parentId: id,
      values: { title, definition: description, controls } satisfies Partial<Content<'mitigation'>>,
    })),
  ];
};

/** Dismisses a suggestion, and stores the reason with the element. */
export const dismissSuggestion = (suggestion: Suggestion, reason: string): void => {
  const drawn = nearestElement(suggestion.drawn);
  if (!drawn) return;
  hide((each) => each.key === suggestion.key);
  const after: Dismissal = { reason, at: new Date().toISOString() };
  const key = dismissedKey(suggestion.threat.id);
  const change = { ...drawn, kind: kindOf(suggestion), key, before: undefined, after };
  useCanvas.getState().commit({ label: 'suggestions.label.dismiss', ...drawingsOf([change]) });
};

export const suggestAgain = (dismissed: DismissedSuggestion): void => {
  const { threat, reason, at } = dismissed;
  const before: Dismissal = { reason, at };
  const change = { ...dismissed, key: dismissedKey(threat), before, after: undefined };
  useCanvas.getState().commit({ label: 'suggestions.label.again', ...drawingsOf([change]) });
};
