import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEventHandler,
  type RefObject,
} from 'react';
import { openCanvas } from '../../kernel/workspace/location.ts';
import type { CanvasEntry } from '../../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { MenuAt, pointBelow, useMenuAt, type Point } from '../../ui/menu-at.tsx';
import classes from './canvas-tabs.module.css';

type PressHandlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  PointerEventHandler<HTMLElement>
>;

type CanvasTabProps = {
  canvas: CanvasEntry;
  isOpen: boolean;
  isDragged: boolean;
  /**
   * The side of this tab where the dragged tab would be dropped, or `undefined` if it would be dropped
   * elsewhere.
   */
  dropMark: 'before' | 'after' | undefined;
  pressHandlers: PressHandlers;
  onOpen: () => void;
  onRename: () => void;
  onMenu: (at: Point) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

export const CanvasTab = (props: CanvasTabProps) => {
  const { canvas, isOpen, isDragged, dropMark, pressHandlers } = props;
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    // Scrolls in the next frame, after the canvas has been rendered. Scrolling makes the browser compute
    // the layout, which would delay the canvas.
    const frame = requestAnimationFrame(() =>
      tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);

  return (
    <button
      {...pressHandlers}
      aria-selected={isOpen}
      className={classes.tab}
      data-dragged={isDragged || undefined}
      data-drop={dropMark}
      data-tab={canvas.id}
      onClick={props.onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        const { button, clientX: x, clientY: y, currentTarget } = event;
        props.onMenu(button === 2 ? { x, y } : pointBelow(currentTarget));
      }}
      onDoubleClick={props.onRename}
      onKeyDown={props.onKeyDown}
      ref={tab}
      role="tab"
      tabIndex={isOpen ? 0 : -1}
      title={canvas.title}
      type="button"
    >
      <span className={classes.title} dir="auto">
        {canvas.title}
      </span>
    </button>
  );
};

type AllCanvasesProps = {
  canvases: readonly CanvasEntry[];
  openId: string;
  tabs: RefObject<HTMLElement | null>;
};

/** A button with a menu of all canvases. It is shown only if the tabs do not all fit. */
export const AllCanvases = ({ canvases, openId, tabs }: AllCanvasesProps) => {
  const { t } = useTranslation('canvases');
  const overflows = useOverflow(tabs, canvases);
  const menu = useMenuAt<'all'>();
  if (!overflows) return null;
  return (
    <>
      <Tooltip label={t('all')}>
        <ActionIcon
          aria-expanded={menu.at !== null}
          aria-haspopup="menu"
          aria-label={t('all')}
          onClick={(event) => menu.open('all', pointBelow(event.currentTarget))}
          size="xs"
        >
          <ChevronDown />
        </ActionIcon>
      </Tooltip>
      <MenuAt
        at={menu.at}
        entries={canvases.map(({ id, title }) => ({
          key: id,
          label: title,
          isChecked: id === openId,
          run: () => openCanvas(id),
        }))}
        label={t('all')}
        onClose={menu.close}
      />
    </>
  );
};

/**
 * Tells if the tabs do not fit into the bar. The hook observes the tabs as well as the bar, because a
 * longer name changes the size of a tab but not of the bar.
 */
const useOverflow = (
  tabs: RefObject<HTMLElement | null>,
  canvases: readonly CanvasEntry[],
): boolean => {
  const [overflows, setOverflows] = useState(false);
  const count = canvases.length;
  useEffect(() => {
    const { current } = tabs;
    if (!current || count < 2) return undefined;
    const observer = new ResizeObserver(() => {
      setOverflows(current.scrollWidth > current.clientWidth + 1);
      const openTab = current.querySelector('[aria-selected="true"]');
      openTab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    for (const watched of [current, ...current.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, [tabs, count]);
  return overflows && count > 1;
};
