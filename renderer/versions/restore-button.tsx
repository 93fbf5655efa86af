import { Button } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCanvas } from '../canvas/canvas-store.ts';
import { closeCompared } from './compared.ts';
import { restoreVersion } from './restore-version.tsx';
import type { ShownVersion } from './shown-version.ts';

type Props = { canvasId: string; version: ShownVersion };

/** Restores a version of the open canvas; there is nothing to restore of the present. */
export const RestoreButton = ({ canvasId, version: { source, name } }: Props) => {
  const { t } = useTranslation('versions');
  const isOpen = useCanvas((canvas) => canvas.canvasId === canvasId);
  if (!isOpen || source.from === 'now') return null;
  return (
    <Button
      aria-label={t('compare.restore-named', { version: name })}
      leftSection={<RotateCcw size={14} />}
      onClick={() => void restoreVersion(canvasId, source, name).then(closeCompared)}
      size="xs"
      variant="default"
    >
      {t('compare.restore')}
    </Button>
  );
};
