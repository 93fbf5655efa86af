import { ActionIcon, Tooltip } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCommandEntries } from '../../kernel/commands/command-controls.tsx';
import { openCanvas } from '../../kernel/workspace/location.ts';
import { freeName } from '../../kernel/workspace/workspace-changes.ts';
import type { CanvasEntry, ModelEntry } from '../../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { NameField } from '../../ui/fields/name-field.tsx';
import { MenuAt, useMenuAt } from '../../ui/menu-at.tsx';
import { AllCanvases, CanvasTab } from './canvas-tab.tsx';
import { useCanvasChanges, useCanvasTabCommands } from './use-canvas-changes.ts';
import { useTabDrag } from './use-tab-drag.ts';
import classes from './canvas-tabs.module.css';

type CanvasTabsProps = {
  model: ModelEntry;
  canvasId: string;
  /** The content at the end of the bar. */
  children: ReactNode;
};

/**
 * The canvases of a model as tabs. A click or an arrow key opens a canvas, a double click or F2 renames
 * it, and dragging a tab moves it. The menu of a tab has all actions.
 */
export const CanvasTabs = ({ model, canvasId, children }: CanvasTabsProps) => {
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

  /** Closes the name field. If the focus is lost with the field, the tab gets the focus. */
  const endRenaming = (id: string): void => {
    setRenamed(null);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusTab(id);
    });
  };

  /** Moves a tab and restores its focus, because a tab loses the focus when it moves in the DOM. */
  const moveTo = async (canvas: CanvasEntry, index: number): Promise<void> => {
    const hadFocus = tabs.current?.contains(document.activeElement);
    await changes.moveTo(canvas, index);
    if (hadFocus) requestAnimationFrame(() => focusTab(canvas.id));
  };
  const drag = useTabDrag(canvases, (id, index) => {
    const canvas = canvases.find((each) => each.id === id);
    if (canvas) void moveTo(canvas, index);
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
    <div className={classes.bar} data-region>
      {/* With `data-keys`, canvas shortcuts also work while a tab has the focus, for example after
          renaming. */}
      <div
        aria-label={t('tabs')}
        className={classes.tabs}
        data-keys="canvas"
        ref={tabs}
        role="tablist"
      >
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
      {children}
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
