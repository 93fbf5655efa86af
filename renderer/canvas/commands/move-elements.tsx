import { Button, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getFixedT } from 'i18next';
import { Plus, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { movableAcross } from '#shared/canvas/edits/move-across.ts';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { desktop } from '../../kernel/desktop/desktop.ts';
import { makeInStore } from '../../kernel/workspace/apply-workspace-change.tsx';
import { noteChange } from '../../kernel/workspace/history.tsx';
import { openCanvas, wantElements } from '../../kernel/workspace/location.ts';
import { useWorkspaceLocation } from '../../kernel/workspace/use-workspace-location.ts';
import { freeName } from '../../kernel/workspace/workspace-changes.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { NameField } from '../../ui/fields/name-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCanvas } from '../state/canvas-store.ts';
import { focusAfterRemoval } from '../viewport/focus-element.ts';
import { noticeLocked } from '../words/notices.tsx';
import classes from './move-elements.module.css';

/** Lets the person move the selected elements to another canvas of the model. */
export const MoveElements = ({ canvasId }: { canvasId: string }) => {
  const { t } = useTranslation('canvases');
  const [isOpen, setIsOpen] = useState(false);
  const hasNodes = useCanvas(({ selection }) => selection.nodes.length > 0);
  useCommand('canvas.move-elements', { run: () => setIsOpen(true), enabled: hasNodes });

  return (
    <Modal onClose={() => setIsOpen(false)} opened={isOpen} size={400} title={t('move.title')}>
      <Targets
        canvasId={canvasId}
        choose={(target) => {
          setIsOpen(false);
          void moveSelectedTo(target);
        }}
      />
    </Modal>
  );
};

type TargetsProps = { canvasId: string; choose: (target: Target) => void };

const Targets = ({ canvasId, choose }: TargetsProps) => {
  const { t } = useTranslation('canvases');
  const { t: tCollections } = useTranslation('collections');
  const { model } = useWorkspaceLocation();
  const canvases = model?.canvases ?? [];
  const others = canvases.filter(({ id }) => id !== canvasId);
  const [isNaming, setIsNaming] = useState(false);
  const name = freeName(
    canvases.map(({ title }) => title),
    (number) => tCollections('canvas-number', { number }),
  );

  return (
    <Stack gap="sm">
      <p className={classes.text}>{t('move.text')}</p>
      <div aria-label={t('move.to')} className={classes.targets} role="group">
        {others.map(({ id, title }, at) => (
          <Button
            className={classes.target}
            data-autofocus={at === 0 || undefined}
            justify="flex-start"
            key={id}
            leftSection={<Waypoints />}
            onClick={() => choose({ canvasId: id, title })}
            variant="default"
          >
            {title}
          </Button>
        ))}
      </div>
      {isNaming ? (
        <NameField
          isNew
          label={t('new-name')}
          name={name}
          onDone={() => setIsNaming(false)}
          rename={(title) => choose({ title })}
        />
      ) : (
        <Button
          data-autofocus={others.length === 0 || undefined}
          justify="flex-start"
          leftSection={<Plus />}
          onClick={() => setIsNaming(true)}
          variant="subtle"
        >
          {t('move.create')}
        </Button>
      )}
    </Stack>
  );
};

type Target = { canvasId: string; title: string } | { title: string };

/** Moves the selection to another canvas in one undo step, and offers to open the other canvas. */
const moveSelectedTo = async (to: Target): Promise<void> => {
  const { canvasId, modelId, document, selection } = useCanvas.getState();
  if (canvasId === null || modelId === null) return;
  const { ids: nodeIds, locked } = movableAcross(document, selection.nodes);
  if (locked.length > 0) noticeLocked('move');
  if (nodeIds.length === 0) return;
  const moved = await makeInStore(() => desktop.canvas.moveElements({ canvasId, nodeIds, to }));
  if (!moved) return;
  noteChange(modelId, 'canvases.label.move');
  useCanvas.getState().showApplied(moved.drawings);
  focusAfterRemoval();
  const t = getFixedT(null, 'canvases');
  const movedText = t('move.done', { count: moved.elementIds.length, title: to.title });
  const cut = moved.cutFlows === 0 ? '' : t('move.cut', { count: moved.cutFlows });
  notifications.hide(noticeId);
  notifications.show({
    id: noticeId,
    autoClose: 10_000,
    message: (
      <Notice
        action={t('move.show')}
        onAction={() => {
          notifications.hide(noticeId);
          wantElements(moved);
          openCanvas(moved.canvasId);
        }}
        text={[movedText, cut].join(' ').trim()}
      />
    ),
  });
};

const noticeId = 'moved-elements';
