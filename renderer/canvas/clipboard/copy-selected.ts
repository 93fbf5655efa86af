import i18next from 'i18next';
import type { Position } from '#shared/canvas/document.ts';
import { copy, copyOnly, type Fragment } from '#shared/canvas/edits/copy.ts';
import { removable } from '#shared/canvas/edits/remove.ts';
import { withDescendants } from '#shared/canvas/lookup.ts';
import { writeTextDiagram } from '#shared/canvas/text/write-text-diagram.ts';
import { writeClip } from '#shared/desktop/clip.ts';
import { selectedIds } from '../edits/actions.ts';
import { removeElements } from '../edits/element-edits.ts';
import { pasteElements } from '../edits/paste-elements.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { focusAfterRemoval } from '../viewport/focus-element.ts';
import { keepClear } from '../viewport/navigation.ts';
import { noticeLocked } from '../words/notices.tsx';
import { componentIdsIn, fetchCopies, offerSame } from './paste-content.tsx';
import { pasteStep } from './paste-offset.ts';
import { putOnClipboard } from './system-clipboard.ts';

const canvas = useCanvas.getState;

const selectedFragment = (): Fragment => copy(canvas().document, selectedIds());

/**
 * Returns the unlocked elements of the selection with all of their flows, even flows to elements that
 * are not cut. Pasting connects these flows again, if the elements at their other ends still exist.
 */
const cutFragment = (): Fragment => {
  const { document, selection } = canvas();
  const wanted = [...withDescendants(document, selection.nodes), ...selection.edges];
  const { ids, locked } = removable(document, wanted);
  if (locked.length > 0) noticeLocked('delete');
  for (const { id, source, target } of document.edges) {
    if (ids.has(source) || ids.has(target)) ids.add(id);
  }
  return copyOnly(document, ids);
};

const countOf = ({ nodes, edges }: Fragment): number => nodes.length + edges.length;

const putFragment = async (fragment: Fragment, isCut: boolean): Promise<boolean> => {
  const { canvasId } = canvas();
  if (canvasId === null || countOf(fragment) === 0) return false;
  const components = await fetchCopies(componentIdsIn(fragment));
  await putOnClipboard({
    clip: writeClip({ id: crypto.randomUUID(), canvasId, isCut, ...fragment, components }),
    text: textOf(fragment),
  });
  return canvas().canvasId === canvasId;
};

/**
 * Returns copied elements as text. If only flows are copied, the names of the nodes at their ends come
 * from the canvas, because the copy does not contain these nodes.
 */
const textOf = (fragment: Fragment): string => {
  if (fragment.nodes.length > 0) return writeTextDiagram(fragment);
  const { document } = canvas();
  const ends = new Set(fragment.edges.flatMap(({ source, target }) => [source, target]));
  const nodes = document.nodes.filter(({ id }) => ends.has(id));
  return writeTextDiagram({ nodes, edges: fragment.edges });
};

export const copySelected = async (): Promise<void> => {
  const fragment = selectedFragment();
  if (!(await putFragment(fragment, false))) return;
  announce(i18next.t('copied', { ns: 'clipboard', count: countOf(fragment) }));
};

/**
 * Cuts the selection, including the contents of boundaries. Deletes nothing until the clipboard has
 * the copy.
 */
export const cutSelected = async (): Promise<void> => {
  const fragment = cutFragment();
  if (!(await putFragment(fragment, true))) return;
  const ids = [...fragment.nodes, ...fragment.edges].map(({ id }) => id);
  canvas().commit({ ...removeElements(canvas(), ids), label: 'canvas.label.cut' });
  focusAfterRemoval();
  announce(i18next.t('cut', { ns: 'clipboard', count: countOf(fragment) }));
};

/** Adds a copy beside the selection, without the clipboard. */
export const duplicateSelected = async (): Promise<void> =>
  await duplicateBy(selectedIds(), { x: pasteStep, y: pasteStep });

/** Adds a copy of elements at an offset from them. The copy has components of its own. */
export const duplicateBy = async (ids: readonly string[], by: Position): Promise<void> => {
  const { canvasId, document } = canvas();
  const fragment = copy(document, ids);
  const components = await fetchCopies(componentIdsIn(fragment));
  if (canvas().canvasId !== canvasId || countOf(fragment) === 0) return;
  const pasted = pasteElements(canvas(), { ...fragment, components }, { by });
  canvas().commit({ ...pasted.edit, label: 'canvas.label.duplicate' });
  canvas().select(pasted.ids);
  keepClear(pasted.ids);
  offerSame(pasted.origins, new Set(components.map(({ id }) => id)));
};
