import { useEffect } from 'react';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCommand } from '../../app/use-command.ts';
import { useCanvas } from '../canvas-store.ts';
import {
  alignSelected,
  distributeSelected,
  makeSelectedSame,
  selectBy,
} from './arrange-selected.ts';
import { isOpen } from './layout/containers.ts';
import type { LayoutDirection } from './layout/layout-options.ts';
import { cancelLayout, runLayout } from './layout/run-layout.tsx';
import { toggleSetting, useArrangeSettings, type ArrangeSetting } from './settings.ts';

/** Gives the commands of selecting, arranging and automatic layout what they do. */
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

/** The one boundary that is selected, where it holds something that is shown. */
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
  const everything = (direction: LayoutDirection) => ({
    run: () => void runLayout({ scope: 'everything', direction }),
    enabled: hasNodes,
  });
  const selection = (direction: LayoutDirection) => ({
    run: () => {
      const { nodes } = useCanvas.getState().selection;
      void runLayout({ scope: { nodes }, direction });
    },
    enabled: hasSeveral,
  });
  const inside = (direction: LayoutDirection) => ({
    run: () => void (boundary !== null && runLayout({ scope: { inside: boundary }, direction })),
    enabled: boundary !== null,
  });
  useCommand('layout.everything-right', everything('right'));
  useCommand('layout.everything-down', everything('down'));
  useCommand('layout.selection-right', selection('right'));
  useCommand('layout.selection-down', selection('down'));
  useCommand('layout.inside-right', inside('right'));
  useCommand('layout.inside-down', inside('down'));
  // Whoever leaves the canvas does not wait for its layout.
  useEffect(() => () => void cancelLayout(), []);
};
