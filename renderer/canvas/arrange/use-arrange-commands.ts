import i18next from 'i18next';
import { connected, insideOf, inverted, sameType } from '#shared/canvas/choose.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { align, type Alignment } from '#shared/canvas/edits/arrange/align.ts';
import { distribute, type Axis } from '#shared/canvas/edits/arrange/distribute.ts';
import { sameSize, type SameSize } from '#shared/canvas/edits/arrange/same-size.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { isOpen } from '#shared/layout/containers.ts';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { selectedIds } from '../edits/actions.ts';
import { announce } from '../state/announcements.ts';
import {
  toggleSetting,
  useArrangeSettings,
  type ArrangeSetting,
} from '../state/arrange-settings.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { startLayout } from './layout-session.tsx';

/** Registers the commands for selecting, arranging, and auto layout. */
export const useArrangeCommands = (): void => {
  useAligning();
  useSelecting();
  useLayout();
  useSettings();
};

const useSettings = (): void => {
  const settings = useArrangeSettings();
  const toggle = (setting: ArrangeSetting) => ({
    run: () => toggleSetting(setting),
    isOn: settings[setting],
  });
  useCommand('view.toggle-grid', toggle('gridShown'));
  useCommand('view.toggle-tags', toggle('tagsShown'));
  useCommand('view.toggle-suggestion-counts', toggle('suggestionCountsShown'));
  useCommand('view.toggle-snap-grid', toggle('snapsToGrid'));
  useCommand('view.toggle-snap-elements', toggle('snapsToElements'));
};

const useAligning = (): void => {
  const count = useCanvas(({ selection }) => Math.min(3, selection.nodes.length));
  const several = (run: () => void) => ({ run, enabled: count >= 2 });
  useCommand(
    'arrange.align-left',
    several(() => alignSelected('left')),
  );
  useCommand(
    'arrange.align-centre',
    several(() => alignSelected('centre')),
  );
  useCommand(
    'arrange.align-right',
    several(() => alignSelected('right')),
  );
  useCommand(
    'arrange.align-top',
    several(() => alignSelected('top')),
  );
  useCommand(
    'arrange.align-middle',
    several(() => alignSelected('middle')),
  );
  useCommand(
    'arrange.align-bottom',
    several(() => alignSelected('bottom')),
  );
  const row = (run: () => void) => ({ run, enabled: count >= 3 });
  useCommand(
    'arrange.distribute-across',
    row(() => distributeSelected('across')),
  );
  useCommand(
    'arrange.distribute-down',
    row(() => distributeSelected('down')),
  );
  useCommand(
    'arrange.same-width',
    several(() => makeSelectedSame('width')),
  );
  useCommand(
    'arrange.same-height',
    several(() => makeSelectedSame('height')),
  );
  useCommand(
    'arrange.same-size',
    several(() => makeSelectedSame('both')),
  );
};

/** The ID of the selected boundary, if it is the only selected element and has visible contents. */
const useSelectedBoundary = (): string | null =>
  useCanvas(({ document, selection: { nodes, edges } }) => {
    const node = nodes.length + edges.length === 1 ? nodeById(document, nodes[0]) : undefined;
    return node && isOpen(document, node) ? node.id : null;
  });

const useSelecting = (): void => {
  const isBoundary = useSelectedBoundary() !== null;
  const hasSome = useCanvas(({ selection: { nodes, edges } }) => nodes.length + edges.length > 0);
  useCommand('select.same-type', { run: () => selectBy('sameType'), enabled: hasSome });
  useCommand('select.inside', { run: () => selectBy('insideOf'), enabled: isBoundary });
  useCommand('select.connected', { run: () => selectBy('connected'), enabled: hasSome });
  useCommand('select.others', { run: () => selectBy('inverted'), enabled: hasSome });
};

const useLayout = (): void => {
  const hasNodes = useCanvas(({ document }) => document.nodes.length > 1);
  const hasSeveral = useCanvas(({ selection }) => selection.nodes.length > 1);
  const boundary = useSelectedBoundary();
  useCommand('layout.everything', {
    run: () => void startLayout('everything'),
    enabled: hasNodes,
  });
  useCommand('layout.selection', {
    run: () => void startLayout({ nodes: useCanvas.getState().selection.nodes }),
    enabled: hasSeveral,
  });
  useCommand('layout.inside', {
    run: () => void (boundary !== null && startLayout({ inside: boundary })),
    enabled: boundary !== null,
  });
};

/** Each of the functions below arranges the selection in one undo step. */

const canvas = useCanvas.getState;

const arrange = (
  command: 'align' | 'distribute' | 'size',
  operationOf: (document: CanvasDocument, ids: readonly string[]) => CanvasOperation,
): void => {
  const { document, selection, commit } = canvas();
  const operation = operationOf(document, selection.nodes);
  if (operation.length > 0) commit({ label: `arrange.label.${command}`, operation });
  const changed = new Set(operation.flatMap((change) => ('id' in change ? [change.id] : [])));
  announce(
    operation.length === 0
      ? i18next.t('nothing', { ns: 'arrange' })
      : i18next.t(`done.${command}`, { ns: 'arrange', count: changed.size }),
  );
};

const alignSelected = (alignment: Alignment): void =>
  arrange('align', (document, ids) => align(document, ids, alignment));

const distributeSelected = (axis: Axis): void =>
  arrange('distribute', (document, ids) => distribute(document, ids, axis));

const makeSelectedSame = (which: SameSize): void =>
  arrange('size', (document, ids) => sameSize(document, ids, which));

const selectors = { sameType, insideOf, connected, inverted };

/**
 * Selects elements by a rule. The live region announces every new selection, so only an empty
 * result is announced here.
 */
const selectBy = (selector: keyof typeof selectors): void => {
  const ids = selectors[selector](canvas().document, new Set(selectedIds()));
  if (ids.length > 0) canvas().select(ids);
  else announce(i18next.t('nothing-else', { ns: 'arrange' }));
};
