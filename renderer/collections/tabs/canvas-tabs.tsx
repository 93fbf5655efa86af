import { ActionIcon, Tooltip } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandEntries } from '../../app/command-entries.tsx';
import { openCanvas } from '../../app/open-canvas.ts';
import { ConflictButton } from '../../sync/conflict-button.tsx';
import { MenuAt } from '../../ui/menu-at.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useMenuAt } from '../../ui/use-menu-at.ts';
import { freeName } from '../free-name.ts';
import type { CanvasEntry, ModelEntry } from '../use-overview.ts';
import { AllCanvases } from './all-canvases.tsx';
import { CanvasTab } from './canvas-tab.tsx';
import { useCanvasChanges } from './use-canvas-changes.ts';
import { useCanvasTabCommands } from './use-canvas-tab-commands.ts';
import { useTabDrag } from './use-tab-drag.ts';
import classes from './canvas-tabs.module.css';

/**
 * The canvases of a model: switch by click or arrows, rename by double click or F2, drag to another
 * place. What can be done with one is in its menu.
 */
export const CanvasTabs = ({ model, canvasId }: { model: ModelEntry; canvasId: string }) => {
  const { canvases } = model;
  const { t } = useTranslation('canvases');
  const { t: tCollections } = useTranslation('collections');
  const tabs = useRef<HTMLDivElement>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const menu = useMenuAt<CanvasEntry>();
  const commands = useCommandEntries();
  const changes = useCanvasChanges(model, canvasId);

  const focusTab = (id: string): void =>
    tabs.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`)?.focus();

  /** The field takes the focus with it when it goes. */
  const endRenaming = (id: string): void => {
    setRenamed(null);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusTab(id);
    });
  };

  /** A tab that is put elsewhere loses the focus, which it gets back. */
  const moveTo = async (canvas: CanvasEntry, place: number): Promise<void> => {
    const hadFocus = tabs.current?.contains(document.activeElement);
    await changes.moveTo(canvas, place);
    if (hadFocus) requestAnimationFrame(() => focusTab(canvas.id));
  };
  const drag = useTabDrag(canvases, (id, place) => {
    const canvas = canvases.find((each) => each.id === id);
    if (canvas) void moveTo(canvas, place);
  });

  useCanvasTabCommands({
    canvases,
    openId: canvasId,
    subject: menu.item ?? canvases.find(({ id }) => id === canvasId),
    changes,
    startAdding: () => setIsAdding(true),
    startRenaming: setRenamed,
    moveBy: (canvas, step) => void moveTo(canvas, canvases.indexOf(canvas) + step),
  });

  const onKeyDown = (canvas: CanvasEntry, event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = canvases.indexOf(canvas);
    const step = document.dir === 'rtl' ? -1 : 1;
    const focus = (target: CanvasEntry | undefined): void => {
      if (!target) return;
      openCanvas(target.id);
      focusTab(target.id);
    };
    const actions: Record<string, () => void> = {
      ArrowLeft: () => focus(canvases[index - step]),
      ArrowRight: () => focus(canvases[index + step]),
      Home: () => focus(canvases[0]),
      End: () => focus(canvases.at(-1)),
      F2: () => setRenamed(canvas.id),
      Delete: () => changes.remove(canvas),
      Escape: drag.stop,
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]?.();
  };

  return (
    <div className={classes.bar}>
      <div aria-label={t('tabs')} className={classes.tabs} ref={tabs} role="tablist">
        {canvases.map((canvas) =>
          renamed === canvas.id ? (
            <span className={classes.rename} key={canvas.id}>
              <NameField
                label={t('name-of', { title: canvas.title })}
                name={canvas.title}
                onDone={() => endRenaming(canvas.id)}
                rename={(title) => changes.rename(canvas.id, title)}
              />
            </span>
          ) : (
            <CanvasTab
              canvas={canvas}
              dropMark={drag.markOf(canvas.id)}
              isDragged={drag.dragged === canvas.id}
              isOpen={canvas.id === canvasId}
              key={canvas.id}
              onKeyDown={(event) => onKeyDown(canvas, event)}
              onMenu={(at) => menu.open(canvas, at)}
              onOpen={() => {
                if (!drag.wasDragged()) openCanvas(canvas.id);
              }}
              onRename={() => setRenamed(canvas.id)}
              pressHandlers={drag.handlersOf(canvas.id)}
            />
          ),
        )}
      </div>
      {isAdding && (
        <span className={classes.rename}>
          <NameField
            isNew
            label={t('new-name')}
            name={freeName(
              canvases.map(({ title }) => title),
              (number) => tCollections('canvas-number', { number }),
            )}
            onDone={() => setIsAdding(false)}
            rename={changes.add}
          />
        </span>
      )}
      <AllCanvases canvases={canvases} openId={canvasId} tabs={tabs} />
      <Tooltip label={tCollections('canvas.add')}>
        <ActionIcon
          aria-label={tCollections('canvas.add')}
          onClick={() => setIsAdding(true)}
          size="xs"
        >
          <Plus />
        </ActionIcon>
      </Tooltip>
      <ConflictButton canvasId={canvasId} />
      <MenuAt
        at={menu.at}
        entries={commands(
          ['canvas.rename-canvas', 'canvas.duplicate-canvas'],
          ['canvas.move-canvas-left', 'canvas.move-canvas-right'],
          ['canvas.delete-canvas'],
        )}
        label={t('actions-of', { title: menu.item?.title ?? '' })}
        onClose={menu.close}
      />
    </div>
  );
};
