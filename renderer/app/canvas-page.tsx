import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { House, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CanvasView } from '../canvas/canvas-view.tsx';
import { Outline } from '../canvas/outline/outline.tsx';
import { toggleOutline } from '../canvas/outline/toggle-outline.ts';
import { useProblemsView } from '../canvas/problems/use-problems-view.tsx';
import { CanvasTabs } from '../collections/tabs/canvas-tabs.tsx';
import { usePlace } from '../collections/use-place.ts';
import { Inspector } from '../threats/inspector.tsx';
import { Message } from '../ui/message.tsx';
import { HistoryView } from '../versions/history-view.tsx';
import { useVersionCommands } from '../versions/use-version-commands.ts';
import { Drawer, type DrawerView } from './drawer.tsx';
import { Panel } from './panel.tsx';
import { togglePanel } from './panels.ts';
import { useCommand } from './use-command.ts';
import classes from './canvas-page.module.css';

/** The canvas with its tabs, and the inspector beside them. */
export const CanvasPage = () => {
  const { t } = useTranslation();
  const { t: tFinding } = useTranslation('finding');
  const { t: tVersions } = useTranslation('versions');
  const { model, canvas, isKnown } = usePlace();
  useCommand('view.toggle-outline', { run: toggleOutline });
  useCommand('view.toggle-inspector', { run: () => void togglePanel('inspector') });
  useCommand('view.toggle-drawer', { run: () => void togglePanel('drawer') });

  useVersionCommands(canvas?.id ?? null);
  const problems = useProblemsView();

  const views: DrawerView[] = canvas
    ? [
        problems,
        {
          id: 'history',
          label: tVersions('title'),
          content: <HistoryView canvasId={canvas.id} key={canvas.id} />,
        },
      ]
    : [];

  if (isKnown && !canvas) return <CanvasGone />;
  return (
    <div className={classes.page}>
      <Panel
        id="outline"
        label={tFinding('outline.label')}
        resizeLabel={tFinding('outline.resize')}
        side="start"
      >
        <Outline />
      </Panel>
      <div className={classes.work}>
        <VisuallyHidden component="h1">
          {model?.title} {canvas?.title}
        </VisuallyHidden>
        {model && canvas && <CanvasTabs canvasId={canvas.id} model={model} />}
        <div className={classes.canvas} data-keys="canvas">
          {canvas && <CanvasView canvasId={canvas.id} key={canvas.id} />}
        </div>
        <Drawer views={views} />
      </div>
      <Panel
        id="inspector"
        label={t('inspector.label')}
        resizeLabel={t('inspector.resize')}
        side="end"
      >
        <Inspector />
      </Panel>
    </div>
  );
};

const CanvasGone = () => {
  const { t } = useTranslation();
  return (
    <div className={classes.gone}>
      <Message
        action={
          <Button component={Link} leftSection={<House />} to="/">
            {t('gone.home')}
          </Button>
        }
        icon={<Unplug />}
        text={t('gone.text')}
        title={t('gone.title')}
      />
    </div>
  );
};
