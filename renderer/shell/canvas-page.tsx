import { Button, VisuallyHidden } from '@mantine/core';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { House, Unplug } from 'lucide-react';
import { useDeferredValue } from 'react';
import { CanvasView } from '../canvas/canvas-view.tsx';
import { toggleOutline } from '../canvas/outline/outline-actions.ts';
import { Outline } from '../canvas/outline/outline.tsx';
import { CanvasTabs } from '../collections/tabs/canvas-tabs.tsx';
import { Drawer, type DrawerView } from '../kernel/panels/drawer.tsx';
import { Panel } from '../kernel/panels/panel.tsx';
import { usePanelCommand } from '../kernel/panels/use-panel-command.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { MitigationList } from '../mitigations/mitigation-list.tsx';
import { mitigationProgress, MitigationProgressHint } from '../mitigations/mitigation-progress.tsx';
import { useRegisterView } from '../register/use-register-view.tsx';
import { useChecksView } from '../suggestions/checks-view.tsx';
import { SuggestionsButton } from '../suggestions/suggestions-button.tsx';
import { useSuggestionsView } from '../suggestions/suggestions-view.tsx';
import { useFinder } from '../suggestions/use-analysis.ts';
import { ConflictButton } from '../sync/conflict-button.tsx';
import { Inspector } from '../threats/inspector.tsx';
import type { ThreatSlots } from '../threats/threat-slots.ts';
import { Message } from '../ui/message.tsx';
import { HistoryView } from '../versions/history-view.tsx';
import { useVersionCommands } from '../versions/use-version-commands.ts';
import classes from './canvas-page.module.css';

const threatSlots: ThreatSlots = {
  mitigationsOf: ({ id, mitigations }) => (
    <MitigationList mitigations={mitigations} threatId={id} />
  ),
  progressOf: ({ mitigations }) => (
    <MitigationProgressHint progress={mitigationProgress(mitigations)} />
  ),
  suggestionsOf: (elementId) => <SuggestionsButton elementId={elementId} />,
};

/** The page of a canvas: outline, tabs, drawing, bottom panel, and inspector. */
export const CanvasPage = () => {
  const { t } = useTranslation();
  const { t: tFinding } = useTranslation('finding');
  const { t: tVersions } = useTranslation('versions');
  const { model, canvas, isKnown } = useWorkspaceLocation();
  usePanelCommand('view.toggle-outline', 'outline', toggleOutline);
  usePanelCommand('view.toggle-inspector', 'inspector');
  usePanelCommand('view.toggle-drawer', 'drawer');

  // False in the first rendering, so that the drawing is rendered before the inspector.
  const showsInspector = useDeferredValue(true, false);

  useVersionCommands(canvas?.id ?? null);
  useFinder();
  const checks = useChecksView();
  const suggestions = useSuggestionsView();
  const register = useRegisterView(canvas?.id ?? null);

  const views: DrawerView[] = canvas
    ? [
        checks,
        suggestions,
        register,
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
        {model && canvas && (
          <CanvasTabs canvasId={canvas.id} model={model}>
            <ConflictButton canvasId={canvas.id} />
          </CanvasTabs>
        )}
        <div className={classes.canvas} data-keys="canvas" data-region>
          {canvas && <CanvasView canvasId={canvas.id} />}
        </div>
        <Drawer views={views} />
      </div>
      <Panel
        id="inspector"
        label={t('inspector.label')}
        resizeLabel={t('inspector.resize')}
        side="end"
      >
        {showsInspector && <Inspector slots={threatSlots} />}
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

export const canvasRoute = createLazyRoute('/canvases/$canvasId')({ component: CanvasPage });
