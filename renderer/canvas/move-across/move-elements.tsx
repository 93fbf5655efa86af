import { Button, Modal, Stack } from '@mantine/core';
import { Plus, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../app/use-command.ts';
import { freeName } from '../../collections/free-name.ts';
import { usePlace } from '../../collections/use-place.ts';
import { NameField } from '../../ui/name-field.tsx';
import { useCanvas } from '../canvas-store.ts';
import { moveSelectedTo } from './move-selected.tsx';
import classes from './move-elements.module.css';

type Target = { canvasId: string; title: string } | { title: string };

/** Asks to which canvas of the model the selected elements go. */
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
  const { model } = usePlace();
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
