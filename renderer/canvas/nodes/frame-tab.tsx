import { ViewportPortal } from '@xyflow/react';
import i18next from 'i18next';
import { Lock } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { isLocked } from '#shared/canvas/document.ts';
import { coverOf, type FrameName } from '#shared/drawing/frame-names.ts';
import { useDrawnBox } from '../flows/use-route.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { drawnTextPositions } from '../state/drawn-text-positions.ts';
import { useDetail } from '../viewport/view-box.ts';
import type { DrawnNodeProps } from './node-parts.tsx';
import classes from './frame-tab.module.css';

type Props = {
  id: string;
  data: DrawnNodeProps['data'];
  isMarked: boolean;
  /** The editor of the name, or `null` while the name is not edited. */
  label: ReactNode;
  /** A button before the name. */
  toggle?: ReactNode;
  /** Shown after the name, unless the canvas is zoomed out. */
  children: ReactNode;
};

/**
 * The name of a boundary, or of a component that contains other components. It is also the drag handle,
 * and is placed where no element covers it (frame-names.ts).
 */
export const FrameTab = ({ id, data, isMarked, label, toggle, children }: Props) => {
  const isDetailed = useDetail();
  const name = useCanvas((state) => drawnTextPositions(state).frames.get(id));
  const { outOfScope = false, color } = data;
  const isOpen = data.collapsed !== true;
  // A selected frame is in front of all elements, so its name needs no copy in front of them.
  const isLifted = name?.isOnElement === true && isDetailed && isOpen && !isMarked && !label;
  const tab = (
    <div
      className={classes.tab}
      data-collapsed={data.collapsed === true || undefined}
      data-color={color}
      data-far={!isDetailed || undefined}
      data-lifted={isLifted || undefined}
      data-plain={!toggle || undefined}
      data-selected={isMarked || undefined}
      style={name && isOpen ? shiftOf(name) : undefined}
    >
      {isDetailed && toggle}
      {label ?? <Name label={data.label ?? ''} name={isDetailed ? name : undefined} />}
      {isDetailed && (
        <>
          {outOfScope && (
            <span aria-hidden className={classes.words}>
              {i18next.t('out-of-scope', { ns: 'canvas' })}
            </span>
          )}
          {isLocked({ data }) && <Lock aria-hidden size={11} strokeWidth={2} />}
          {children}
        </>
      )}
    </div>
  );
  if (!isLifted) return tab;
  return (
    <>
      {tab}
      <Lifted color={color} id={id} isPlain={!toggle} name={name}>
        <Name label={data.label ?? ''} name={name} />
      </Lifted>
    </>
  );
};

type LiftedProps = {
  id: string;
  name: FrameName;
  color: DrawnNodeProps['data']['color'];
  isPlain: boolean;
  children: ReactNode;
};

/** A copy of the name in front of all elements. It moves with the frame, also during a drag. */
const Lifted = ({ id, name, color, isPlain, children }: LiftedProps) => {
  const frame = useDrawnBox(id);
  if (!frame) return null;
  const { width, height } = coverOf(name);
  const [x, y] = [frame.x + name.shift.x, frame.y + name.shift.y];
  return (
    <ViewportPortal>
      <div
        className={classes.lifted}
        data-color={color}
        data-plain={isPlain || undefined}
        style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
      >
        {children}
      </div>
    </ViewportPortal>
  );
};

const shiftOf = ({ shift: { x, y } }: FrameName): CSSProperties => ({ left: x, top: y });

/** When zoomed out, and in a collapsed boundary, the name is one line that is cut if it is too long. */
const Name = ({ label, name }: { label: string; name: FrameName | undefined }) => {
  const isUntitled = label.trim() === '';
  const lines = name?.text.lines ?? [isUntitled ? i18next.t('untitled', { ns: 'canvas' }) : label];
  return (
    <span
      aria-hidden
      className={classes.label}
      data-untitled={isUntitled || undefined}
      dir="auto"
      style={name && { fontSize: name.text.size }}
      title={name && !name.text.isCut ? undefined : label}
    >
      {lines.map((line, at) => (
        // The index is enough as the key, because a name has at most two lines, and these have no IDs.
        // oxlint-disable-next-line react/no-array-index-key
        <span className={classes.line} key={at}>
          {line}
        </span>
      ))}
    </span>
  );
};
