import { UnstyledButton } from '@mantine/core';
import i18next from 'i18next';
import { ChevronDown, ChevronRight, Lock } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { isLocked } from '#shared/canvas/document.ts';
import { useCanvas } from '../canvas-store.ts';
import { useDetail } from '../detail.ts';
import { setToggle } from '../elements/element-actions.ts';
import type { DrawnNodeProps } from './same-node.ts';
import classes from './boundary-node.module.css';

type Props = {
  id: string;
  data: DrawnNodeProps['data'];
  isMarked: boolean;
  label: ReactNode;
  /** What follows the label where there is room for more than the name. */
  children: ReactNode;
};

/** The label of a boundary, by which it is held, with the control that collapses and opens it. */
export const BoundaryTab = ({ id, data, isMarked, label, children }: Props) => {
  const isDetailed = useDetail();
  const { outOfScope = false, color } = data;
  const collapsed = data.collapsed === true;
  const locked = isLocked({ data });
  return (
    <div
      className={classes.tab}
      data-collapsed={collapsed || undefined}
      data-color={color}
      data-far={!isDetailed || undefined}
      data-selected={isMarked || undefined}
    >
      {isDetailed && <Toggle id={id} isCollapsed={collapsed} />}
      {label}
      {isDetailed && (
        <>
          {outOfScope && (
            <span aria-hidden className={classes.words}>
              {i18next.t('outOfScope', { ns: 'canvas' })}
            </span>
          )}
          {locked && <Lock aria-hidden size={11} strokeWidth={2} />}
          {children}
        </>
      )}
    </div>
  );
};

/** Not a stop of the Tab key, of which the canvas has one: the command has a key. */
const Toggle = ({ id, isCollapsed }: { id: string; isCollapsed: boolean }) => {
  const Icon = isCollapsed ? ChevronRight : ChevronDown;
  const toggle = (event: MouseEvent): void => {
    event.stopPropagation();
    useCanvas.getState().select([id]);
    setToggle('collapsed', [id], !isCollapsed);
  };
  return (
    <UnstyledButton
      aria-expanded={!isCollapsed}
      aria-label={i18next.t(isCollapsed ? 'open' : 'collapse', { ns: 'elements' })}
      className={`${classes.toggle} nodrag nopan`}
      onClick={toggle}
      onDoubleClick={(event) => event.stopPropagation()}
      tabIndex={-1}
    >
      <Icon size={14} />
    </UnstyledButton>
  );
};
