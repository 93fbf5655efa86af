import { ActionIcon, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictButton } from '../sync/conflict-button.tsx';
import { MenuAt, pointBelow, type MenuEntry, type Point } from '../ui/menu-at.tsx';
import { NameField } from '../ui/name-field.tsx';
import { useMenuAt } from '../ui/use-menu-at.ts';
import { applyDeletion, applyWorkspaceChange } from './apply-workspace-change.tsx';
import { freeName } from './free-name.ts';
import { leaveCanvas } from './leave-canvas.ts';
import type { CanvasEntry, ModelEntry } from './use-overview.ts';
import { createCanvas, deleteCanvas, renameCanvas } from './workspace-changes.ts';
import classes from './canvas-tabs.module.css';

/** The canvases of a model: switch by click or arrows, rename by double click or F2, add, delete. */
export const CanvasTabs = ({ model, canvasId }: { model: ModelEntry; canvasId: string }) => {
  const { t } = useTranslation('collections');
  const navigate = useNavigate();
  const [renamed, setRenamed] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const menu = useMenuAt<CanvasEntry>();

  const open = (id: string): void =>
    void navigate({ to: '/canvases/$canvasId', params: { canvasId: id } });

  const remove = async ({ id, title }: CanvasEntry): Promise<void> => {
    if (id === canvasId) leaveCanvas(model, id);
    await applyDeletion(deleteCanvas(model.id, id), title);
  };

  const entriesOf = (canvas: CanvasEntry): MenuEntry[] => [
    { key: 'rename', label: t('rename'), run: () => setRenamed(canvas.id) },
    {
      key: 'delete',
      label: t('canvas.delete'),
      run: () => void remove(canvas),
      isDestructive: true,
      lineBefore: true,
    },
  ];

  const add = async (title: string): Promise<void> => {
    const { change, canvasId: id } = createCanvas(model.id, title);
    if (await applyWorkspaceChange(change)) open(id);
  };

  const onKeyDown = (canvas: CanvasEntry, event: KeyboardEvent<HTMLElement>): void => {
    const index = model.canvases.indexOf(canvas);
    const step = document.dir === 'rtl' ? -1 : 1;
    const focus = (target: CanvasEntry | undefined): void => {
      if (!target) return;
      open(target.id);
      event.currentTarget.parentElement
        ?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(target.id)}"]`)
        ?.focus();
    };
    const actions: Record<string, () => void> = {
      ArrowLeft: () => focus(model.canvases[index - step]),
      ArrowRight: () => focus(model.canvases[index + step]),
      Home: () => focus(model.canvases[0]),
      End: () => focus(model.canvases.at(-1)),
      F2: () => setRenamed(canvas.id),
      Delete: () => void remove(canvas),
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]?.();
  };

  const openMenu = (canvas: CanvasEntry, at: Point): void => menu.open(canvas, at);

  return (
    <div className={classes.bar}>
      <div aria-label={t('canvas.tabs')} className={classes.tabs} role="tablist">
        {model.canvases.map((canvas) =>
          renamed === canvas.id ? (
            <span className={classes.rename} key={canvas.id}>
              <NameField
                label={t('name-of', { title: canvas.title })}
                name={canvas.title}
                onDone={() => setRenamed(null)}
                rename={(title) =>
                  void applyWorkspaceChange(renameCanvas(model.id, canvas.id, title))
                }
              />
            </span>
          ) : (
            <button
              aria-selected={canvas.id === canvasId}
              className={classes.tab}
              data-tab={canvas.id}
              key={canvas.id}
              onClick={() => open(canvas.id)}
              onContextMenu={(event) => {
                event.preventDefault();
                const { button, clientX: x, clientY: y, currentTarget } = event;
                openMenu(canvas, button === 2 ? { x, y } : pointBelow(currentTarget));
              }}
              onDoubleClick={() => setRenamed(canvas.id)}
              onKeyDown={(event) => onKeyDown(canvas, event)}
              role="tab"
              tabIndex={canvas.id === canvasId ? 0 : -1}
              title={canvas.title}
              type="button"
            >
              <span className={classes.title} dir="auto">
                {canvas.title}
              </span>
            </button>
          ),
        )}
      </div>
      {isAdding && (
        <span className={classes.rename}>
          <NameField
            isNew
            label={t('canvas.new-name')}
            name={freeName(
              model.canvases.map(({ title }) => title),
              (number) => t('canvas-number', { number }),
            )}
            onDone={() => setIsAdding(false)}
            rename={(title) => void add(title)}
          />
        </span>
      )}
      <Tooltip label={t('canvas.add')}>
        <ActionIcon aria-label={t('canvas.add')} onClick={() => setIsAdding(true)} size="xs">
          <Plus />
        </ActionIcon>
      </Tooltip>
      <ConflictButton canvasId={canvasId} />
      <MenuAt
        at={menu.at}
        entries={menu.item ? entriesOf(menu.item) : []}
        label={t('actions-of', { title: menu.item?.title ?? '' })}
        onClose={menu.close}
      />
    </div>
  );
};
