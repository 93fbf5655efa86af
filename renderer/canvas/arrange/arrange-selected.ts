import i18next from 'i18next';
import { connected, insideOf, inverted, sameType } from '#shared/canvas/choose.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { align, type Alignment } from '#shared/canvas/edits/arrange/align.ts';
import { distribute, type Axis } from '#shared/canvas/edits/arrange/distribute.ts';
import { sameSize, type SameSize } from '#shared/canvas/edits/arrange/same-size.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { selectedIds } from '../actions.ts';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';

/** What the commands of arranging do to what is selected, each in one step of undo. */

const canvas = useCanvas.getState;

const arrange = (
  what: 'align' | 'distribute' | 'size',
  operationOf: (document: CanvasDocument, ids: readonly string[]) => CanvasOperation,
): void => {
  const { document, selection, commit } = canvas();
  const operation = operationOf(document, selection.nodes);
  if (operation.length > 0) commit({ label: `arrange.label.${what}`, operation });
  const changed = new Set(operation.flatMap((change) => ('id' in change ? [change.id] : [])));
  announce(
    operation.length === 0
      ? i18next.t('nothing', { ns: 'arrange' })
      : i18next.t(`done.${what}`, { ns: 'arrange', count: changed.size }),
  );
};

export const alignSelected = (alignment: Alignment): void =>
  arrange('align', (document, ids) => align(document, ids, alignment));

export const distributeSelected = (axis: Axis): void =>
  arrange('distribute', (document, ids) => distribute(document, ids, axis));

export const makeSelectedSame = (which: SameSize): void =>
  arrange('size', (document, ids) => sameSize(document, ids, which));

const ways = { sameType, insideOf, connected, inverted };

/** The new selection is announced by the live region, as any other. */
export const selectBy = (way: keyof typeof ways): void => {
  const ids = ways[way](canvas().document, new Set(selectedIds()));
  if (ids.length > 0) canvas().select(ids);
  else announce(i18next.t('nothingElse', { ns: 'arrange' }));
};
