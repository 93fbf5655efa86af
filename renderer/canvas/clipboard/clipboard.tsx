import { useReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { memo, use, useEffect } from 'react';
import type { Box } from '#shared/canvas/geometry.ts';
import { applies, focusOf } from '../../kernel/commands/shortcut.ts';
import { useCommand, WaitingContext } from '../../kernel/commands/use-command.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { pointerOverCanvas, takeMenuPoint } from '../viewport/pointer.ts';
import { zoomTime } from '../viewport/view-box.ts';
import { contentOf, type ClipboardContent } from './clipboard-content.ts';
import { copySelected, cutSelected, duplicateSelected } from './copy-selected.ts';
import { pasteContent } from './paste-content.tsx';
import { PasteDialog, usePasteQuestion } from './paste-dialog.tsx';
import { inOrder, takeFromClipboard } from './system-clipboard.ts';

/**
 * Handles cut, copy, and paste on the open canvas. It must be rendered beside the surface, so that
 * events in its dialog do not bubble to the surface.
 */
export const Clipboard = memo(() => {
  const flow = useReactFlow();
  const waiting = use(WaitingContext);
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );

  const paste = (asSame: boolean, arrived?: ClipboardContent): void => {
    const target = targetOn(flow);
    inOrder(async () => {
      const content = arrived ?? (await takeFromClipboard());
      await pasteContent(content, { ...target, asSame });
    });
  };

  useCommand('edit.cut', { run: () => inOrder(cutSelected), enabled: hasSelection });
  useCommand('edit.copy', { run: () => inOrder(copySelected), enabled: hasSelection });
  useCommand('edit.duplicate', { run: () => inOrder(duplicateSelected), enabled: hasSelection });
  useCommand('edit.paste', { run: () => paste(false) });
  useCommand('edit.paste-same', { run: () => paste(true) });

  useEffect(() => {
    // The native menu sends clipboard events to the focused element, which may be outside the canvas.
    // So the listeners are on the window.
    const takeOver = (event: ClipboardEvent, act: (data: DataTransfer) => void): void => {
      const isOnCanvas = applies('canvas', focusOf(event.target));
      const hasText = document.getSelection()?.isCollapsed === false;
      if (waiting.current || !event.clipboardData || !isOnCanvas || hasText) return;
      event.preventDefault();
      act(event.clipboardData);
    };
    const onCopy = (event: ClipboardEvent): void => takeOver(event, () => inOrder(copySelected));
    const onCut = (event: ClipboardEvent): void => takeOver(event, () => inOrder(cutSelected));
    const onPaste = (event: ClipboardEvent): void =>
      takeOver(event, (data) => paste(false, contentOf(data)));
    window.addEventListener('copy', onCopy);
    window.addEventListener('cut', onCut);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('copy', onCopy);
      window.removeEventListener('cut', onCut);
      window.removeEventListener('paste', onPaste);
    };
  });

  // Leaving the canvas cancels its paste dialog.
  useEffect(() => () => usePasteQuestion.getState().asked?.answer(null), []);

  return <PasteDialog />;
});

/**
 * Returns the target of a paste. Its position is that of the context menu if the person used it,
 * otherwise that of the pointer, or `null` if the pointer is not over the canvas.
 */
const targetOn = (flow: ReactFlowInstance) => {
  const toCanvas = (x: number, y: number) =>
    flow.screenToFlowPosition({ x, y }, { snapToGrid: false });
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect();
  const start = toCanvas(pane.left, pane.top);
  const end = toCanvas(pane.right, pane.bottom);
  const pointer = pointerOverCanvas();
  return {
    at: takeMenuPoint() ?? (pointer && toCanvas(pointer.x, pointer.y)),
    view: { ...start, width: end.x - start.x, height: end.y - start.y },
    show: (box: Box) => void flow.fitBounds(box, { padding: 0.15, ...zoomTime }),
  };
};
