import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useReactFlow, useStore } from '@xyflow/react';
import { Map as MapIcon, Maximize, Minus, Plus, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CommandButton } from '../../app/command-button.tsx';
import { zoomTime } from '../view-options.ts';
import classes from './zoom-bar.module.css';

type Props = { isMapOn: boolean; toggleMap: (() => void) | null };

export const ZoomBar = ({ isMapOn, toggleMap }: Props) => {
  const { t, i18n } = useTranslation('canvas');
  const { zoomTo } = useReactFlow();
  const percent = useStore((store) => Math.round(store.transform[2] * 100));
  const shown = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(percent / 100);
  return (
    <div aria-label={t('zoom.label')} className={classes.bar} role="toolbar">
      <CommandButton command="view.zoom-out" icon={<Minus />} />
      <Tooltip label={t('zoom.reset')}>
        <UnstyledButton className={classes.percent} onClick={() => void zoomTo(1, zoomTime)}>
          {shown}
          <VisuallyHidden>{t('zoom.reset')}</VisuallyHidden>
        </UnstyledButton>
      </Tooltip>
      <CommandButton command="view.zoom-in" icon={<Plus />} />
      <CommandButton command="view.zoom-fit" icon={<Maximize size={14} />} />
      <CommandButton command="layout.everything-right" icon={<Workflow size={14} />} />
      {toggleMap && (
        <Tooltip label={t('zoom.map')}>
          <UnstyledButton
            aria-label={t('zoom.map')}
            aria-pressed={isMapOn}
            className={classes.map}
            onClick={toggleMap}
          >
            <MapIcon size={14} />
          </UnstyledButton>
        </Tooltip>
      )}
    </div>
  );
};
