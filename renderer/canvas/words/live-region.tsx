import { VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { announce, useAnnouncement } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { useGesture } from '../state/gesture.ts';

/**
 * Announces what a screen reader would not read otherwise, such as an undo, the number of selected
 * elements, or the target of a flow.
 */
export const LiveRegion = () => {
  const { t } = useTranslation(['canvas', 'flows']);
  const { text, count } = useAnnouncement();
  const selected = useCanvas(({ selection }) => selection.nodes.length + selection.edges.length);
  const aim = useGesture(({ connection }) => connection?.target ?? null);

  const end = useGesture(({ connection }) => connection?.moves?.end ?? 'target');

  useEffect(() => {
    // A single selected element has the focus, so screen readers read it out anyway.
    if (selected > 1) announce(t('spoken.selected', { count: selected }));
  }, [selected, t]);

  useEffect(() => {
    if (aim === null) return;
    const name = nodeById(useCanvas.getState().document, aim)?.data.label ?? '';
    announce(t(`flows:aim.${end}`, { name }));
  }, [aim, end, t]);

  return (
    <VisuallyHidden aria-live="polite" role="status">
      {/* With a new key, screen readers read the text again, even if it is the same. */}
      <span key={count}>{text}</span>
    </VisuallyHidden>
  );
};
