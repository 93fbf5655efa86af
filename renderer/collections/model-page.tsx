import { Button } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { House, Plus, Unplug, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Message } from '../ui/message.tsx';
import { applyWorkspaceChange } from './apply-workspace-change.tsx';
import { FetchModel } from './fetch-model.tsx';
import type { ModelEntry } from './use-overview.ts';
import { usePlace } from './use-place.ts';
import { useModelHistory } from './use-workspace-history.ts';
import { createCanvas } from './workspace-changes.ts';

/** Goes on to the first canvas of a model; where it has none, fetches it or offers to make one. */
export const ModelPage = () => {
  const { t: tApp } = useTranslation();
  const { model, isKnown } = usePlace();

  if (!isKnown) return null;
  if (!model) {
    return (
      <Message
        action={
          <Button component={Link} leftSection={<House />} to="/">
            {tApp('gone.home')}
          </Button>
        }
        icon={<Unplug />}
        text={tApp('gone.text')}
        title={tApp('gone.model-title')}
      />
    );
  }

  const [first] = model.canvases;
  if (first) return <Navigate params={{ canvasId: first.id }} replace to="/canvases/$canvasId" />;

  if (!model.isHere) return <FetchModel key={model.id} model={model} />;
  return <NoCanvas model={model} />;
};

const NoCanvas = ({ model }: { model: ModelEntry }) => {
  const { t } = useTranslation('collections');
  useModelHistory(model.id);

  const { change } = createCanvas(model.id, t('first-canvas'));
  return (
    <Message
      action={
        <Button leftSection={<Plus />} onClick={() => void applyWorkspaceChange(change)}>
          {t('no-canvas.create')}
        </Button>
      }
      icon={<Waypoints />}
      text={t('no-canvas.text')}
      title={t('no-canvas.title')}
    />
  );
};
