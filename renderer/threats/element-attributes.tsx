import { SegmentedControl, Switch } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { elementColors } from '#shared/canvas/canvas-colors.ts';
import {
  flowShapes,
  isCollapsed,
  isLocked,
  type CanvasEdge,
  type CanvasNode,
} from '#shared/canvas/document.ts';
import { moveNodes } from '#shared/canvas/edits/move-nodes.ts';
import { resizeNode } from '#shared/canvas/edits/resize-node.ts';
import { hasScope } from '#shared/canvas/element-kinds.ts';
import { flowColorOf, shapeOf } from '#shared/canvas/flow-course.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { ColorSwatches } from '../canvas/commands/color-swatches.tsx';
import { setToggle } from '../canvas/edits/element-actions.ts';
import { minSize } from '../canvas/edits/element-edits.ts';
import { directFlows, shapeFlows } from '../canvas/flows/change-flow.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { NumberField } from '../ui/fields/draft-fields.tsx';
import { valueOfAll } from './value-of-all.ts';
import classes from './inspector.module.css';

/** The attributes of a node (out of scope, locked) and its appearance. */
export const NodeAttributes = ({ node }: { node: CanvasNode }) => {
  const { t } = useTranslation(['threats', 'elements']);
  const { id, data } = node;
  const color = elementColors.find((each) => each === data.color) ?? null;
  return (
    <div className={classes.attributes}>
      {hasScope(node) && (
        <AttributeSwitch
          isOn={data.outOfScope ?? false}
          label={t('node.out-of-scope')}
          set={(isOn) => setToggle('outOfScope', [id], isOn)}
        />
      )}
      <AttributeSwitch
        isOn={isLocked(node)}
        label={t('locked', { ns: 'elements' })}
        set={(isOn) => setToggle('locked', [id], isOn)}
      />
      <Appearance>
        <ColorSwatches color={color} ids={[id]} />
        <NodeBox node={node} />
      </Appearance>
    </div>
  );
};

/**
 * `isOpen` is true while the section for the appearance is open. All elements share this state until the
 * window closes.
 */
const useAppearance = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/**
 * A section for the color, shape, and position of an element. It is closed at first, because these facts
 * say nothing about threats.
 */
const Appearance = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('elements');
  const isOpen = useAppearance((state) => state.isOpen);
  return (
    <details
      onToggle={({ currentTarget }) => useAppearance.setState({ isOpen: currentTarget.open })}
      open={isOpen}
    >
      <summary className={classes.appearance}>
        <ChevronRight aria-hidden size={14} />
        {t('appearance')}
      </summary>
      {children}
    </details>
  );
};

const keys = ['x', 'y', 'width', 'height'] as const;

/** The position and size of a node on the canvas, in pixels at 100%. */
const NodeBox = ({ node }: { node: CanvasNode }) => {
  const { t } = useTranslation('elements');
  const box = useCanvas(
    useShallow(({ document }) => roundedBox(boxOf(document, nodeById(document, node.id) ?? node))),
  );
  const min = minSize(node.type);
  return (
    <div aria-label={t('place.label')} className={classes.place} role="group">
      {keys.map((key) => {
        const isSize = key === 'width' || key === 'height';
        return (
          <NumberField
            isFixed={isLocked(node) || (isSize && isCollapsed(node))}
            key={key}
            label={t(`place.${key}`)}
            save={(value) => (isSize ? resize : move)(node.id, { [key]: value })}
            value={box[key]}
            {...(isSize && { min: min[key] })}
          />
        );
      })}
    </div>
  );
};

const roundedBox = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

const move = (id: string, to: Partial<Box>): void => {
  const { document, commit } = useCanvas.getState();
  const node = nodeById(document, id);
  if (!node) return;
  const { x, y } = { ...boxOf(document, node), ...to };
  commit({ label: 'canvas.label.move', operation: moveNodes(document, [[id, { x, y }]]) });
};

const resize = (id: string, to: Partial<Box>): void => {
  const { document, commit } = useCanvas.getState();
  const node = nodeById(document, id);
  if (!node) return;
  const box = { ...boxOf(document, node), ...to };
  commit({ label: 'canvas.label.resize', operation: resizeNode(document, id, box) });
};

/** The attributes of one flow, or of several flows that are changed together. */
export const FlowAttributes = ({ flows }: { flows: readonly CanvasEdge[] }) => {
  const { t } = useTranslation(['threats', 'flows']);
  const ids = flows.map(({ id }) => id);
  const shape = valueOfAll(flows, shapeOf);

  return (
    <div aria-label={t('flow.attributes')} className={classes.attributes} role="group">
      <AttributeSwitch
        isOn={flows.every(({ data }) => data?.bidirectional ?? false)}
        label={t('flow.bidirectional')}
        set={(isOn) => directFlows(ids, isOn)}
      />
      <Appearance>
        <SegmentedControl
          aria-label={t('flows:shape.label')}
          className={classes.choice}
          data={flowShapes.map((value) => ({ value, label: t(`flows:shape.${value}`) }))}
          onChange={(value) => {
            const chosen = flowShapes.find((each) => each === value);
            if (chosen) shapeFlows(ids, chosen);
          }}
          size="xs"
          value={shape ?? ''}
        />
        <ColorSwatches color={valueOfAll(flows, (flow) => flowColorOf(flow) ?? null)} ids={ids} />
      </Appearance>
    </div>
  );
};

type AttributeSwitchProps = { label: string; isOn: boolean; set: (isOn: boolean) => void };

/** A row for a boolean attribute, with the name at its start and the switch at its end. */
const AttributeSwitch = ({ label, isOn, set }: AttributeSwitchProps) => (
  <Switch
    checked={isOn}
    classNames={{
      root: classes.switch ?? '',
      body: classes.switchBody ?? '',
      label: classes.switchLabel ?? '',
      track: classes.switchTrack ?? '',
      thumb: classes.switchThumb ?? '',
    }}
    label={label}
    labelPosition="left"
    onChange={({ currentTarget }) => set(currentTarget.checked)}
    size="xs"
    withThumbIndicator={false}
  />
);
