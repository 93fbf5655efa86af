import { VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeById } from '#shared/canvas/lookup.ts';
import { announce, useAnnouncement } from './announcements.ts';
import { useCanvas } from './canvas-store.ts';
import { useGesture } from './gesture.ts';

/** Says what cannot be heard otherwise: how much is selected, what was undone, where a flow aims. */
export const LiveRegion = () => {
  const { t } = useTranslation(['canvas', 'flows']);
  const { text, count } = useAnnouncement();
  const selected = useCanvas(({ selection }) => selection.nodes.length + selection.edges.length);
  const aim = useGesture(({ connection }) => connection?.target ?? null);

  const end = useGesture(({ connection }) => connection?.moves?.end ?? 'target');

  useEffect(() => {
    // A single one has the focus and is read out by itself.
    if (selected > 1) announce(t('spoken.selected', { count: selected }));
  }, [selected, t]);

  useEffect(() => {
    if (aim === null) return;
    const name = nodeById(useCanvas.getState().document, aim)?.data.label ?? '';
    announce(t(`flows:aim.${end}`, { name }));
  }, [aim, end, t]);

  return (
    <VisuallyHidden aria-live="polite" role="status">
      {/* The same words twice are read twice, because they are another element. */}
      <span key={count}>{text}</span>
    </VisuallyHidden>
  );
};
