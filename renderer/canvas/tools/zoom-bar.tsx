import { Toolbar, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useReactFlow, useStore } from '@xyflow/react';
import { Map as MapIcon, Maximize, Minus, Plus, Workflow } from 'lucide-react';
import { memo } from 'react';
import { language } from '#shared/locales/texts.ts';
import { CommandButton, toolInToolbar } from '../../kernel/commands/command-controls.tsx';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useIsAllVisible } from '../viewport/use-all-seen.ts';
import { zoomTime } from '../viewport/view-box.ts';
import classes from './zoom-bar.module.css';

type Props = { isMapOn: boolean; toggleMap: (() => void) | null };

/** `toggleMap` is `null` on an empty canvas, which needs no map. */
export const ZoomBar = memo(({ isMapOn, toggleMap }: Props) => {
  const { t } = useTranslation('canvas');
  const { zoomTo } = useReactFlow();
  const percent = useStore((store) => Math.round(store.transform[2] * 100));
  const percentText = new Intl.NumberFormat(language(), { style: 'percent' }).format(percent / 100);
  return (
    <Toolbar
      aria-label={t('zoom.label')}
      className={classes.bar}
      data-canvas-tool
      data-empty={toggleMap === null || undefined}
      unstyled
    >
      <CommandButton command="view.zoom-out" icon={<Minus />} />
      <Tooltip label={t('zoom.reset')}>
        <UnstyledButton
          {...toolInToolbar}
          className={classes.percent}
          onClick={() => void zoomTo(1, zoomTime)}
        >
          {percentText}
          <VisuallyHidden>{t('zoom.reset')}</VisuallyHidden>
        </UnstyledButton>
      </Tooltip>
      <CommandButton command="view.zoom-in" icon={<Plus />} />
      <CommandButton command="view.zoom-fit" icon={<Maximize size={14} />} />
      <CommandButton command="layout.everything" icon={<Workflow size={14} />} />
      {toggleMap && <MapButton isMapOn={isMapOn} toggleMap={toggleMap} />}
    </Toolbar>
  );
});

type MapButtonProps = { isMapOn: boolean; toggleMap: () => void };

/**
 * Shows or hides the map. Disabled while the whole canvas is in view, because the map is hidden
 * then.
 */
const MapButton = ({ isMapOn, toggleMap }: MapButtonProps) => {
  const { t } = useTranslation('canvas');
  const isAllVisible = useIsAllVisible();
  return (
    <Tooltip label={t(isAllVisible ? 'zoom.map-not-needed' : 'zoom.map')}>
      <UnstyledButton
        aria-disabled={isAllVisible}
        aria-label={t('zoom.map')}
        aria-pressed={isMapOn && !isAllVisible}
        {...toolInToolbar}
        className={classes.map}
        onClick={isAllVisible ? undefined : toggleMap}
      >
        <MapIcon size={14} />
      </UnstyledButton>
    </Tooltip>
  );
};
