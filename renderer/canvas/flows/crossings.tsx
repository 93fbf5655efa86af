import { UnstyledButton } from '@mantine/core';
import { useStore, type ReactFlowState } from '@xyflow/react';
import { useCallback, useMemo } from 'react';
import { shallow } from 'zustand/shallow';
import { crossedBy, crossingPoints, flowsAcross } from '#shared/canvas/crossings.ts';
import type { CanvasDocument, CanvasEdge, Position } from '#shared/canvas/document.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { Polyline } from '#shared/canvas/routing/polyline.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useCanvas, type SelectedElement } from '../state/canvas-store.ts';
import { useGesture } from '../state/gesture.ts';
import { goToElement } from '../viewport/navigation.ts';
import { displayName } from '../words/spoken.ts';
import classes from './crossings.module.css';

/** If a canvas has more flows than this, only crossings of the selected or hovered flow are marked. */
const maxAlwaysMarked = 60;

type CrossingMarksProps = { id: string; line: Polyline; isSelected: boolean };

/** Marks where a flow crosses the outline of a boundary. */
export const CrossingMarks = ({ id, line, isSelected }: CrossingMarksProps) => {
  const isCrossing = useCanvas(({ document }) => crossedBy(document, id).length > 0);
  const areFew = useCanvas(({ document }) => document.edges.length <= maxAlwaysMarked);
  const isHovered = useGesture(({ hovered }) => hovered === id);
  return isCrossing && (areFew || isSelected || isHovered) ? <Marks id={id} line={line} /> : null;
};

const Marks = ({ id, line }: { id: string; line: Polyline }) => {
  const boundaries = useCanvas(({ document }) => crossedBy(document, id));
  /**
   * The current boxes of the boundaries, also during a drag. The boxes are a flat list with four numbers
   * for each box, because `shallow` can compare only numbers and not objects.
   */
  const edges = useStore(
    useCallback(
      ({ nodeLookup }: ReactFlowState) =>
        boundaries.flatMap((boundary) => {
          const node = nodeLookup.get(boundary.id);
          if (!node) return [];
          const { x, y } = node.internals.positionAbsolute;
          return [x, y, node.width ?? 0, node.height ?? 0];
        }),
      [boundaries],
    ),
    shallow,
  );
  const points = useMemo(() => markedPoints(line, edges), [line, edges]);
  return points.map(({ x, y }) => (
    <circle className={classes.mark} cx={x} cy={y} key={`${x} ${y}`} r={4} />
  ));
};

const markedPoints = (line: Polyline, edges: readonly number[]): Position[] => {
  const points: Position[] = [];
  for (let at = 0; at + 3 < edges.length; at += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = edges.slice(at, at + 4);
    points.push(...crossingPoints(line, { x, y, width, height }));
  }
  return points;
};

/** Shows in the inspector which boundaries a flow crosses, or which flows cross a boundary. */
export const CrossingSection = ({ selected: { kind, element } }: { selected: SelectedElement }) => {
  if (kind === 'edge') return <CrossedBoundaries flowId={element.id} />;
  return isBoundary(element) ? <FlowsAcross boundaryId={element.id} /> : null;
};

const CrossedBoundaries = ({ flowId }: { flowId: string }) => {
  const { t } = useTranslation('finding');
  const boundaries = useCanvas(({ document }) => crossedBy(document, flowId));
  if (boundaries.length === 0) return <p className={classes.section}>{t('crossings.none')}</p>;
  return (
    <div className={classes.section}>
      <h3 className={classes.title}>{t('crossings.crosses')}</h3>
      <ul className={classes.list}>
        {boundaries.map(({ id, data }) => (
          <li key={id}>
            <ElementLink id={id} text={displayName(data.label)} />
          </li>
        ))}
      </ul>
    </div>
  );
};

const FlowsAcross = ({ boundaryId }: { boundaryId: string }) => {
  const { t } = useTranslation('finding');
  const document = useCanvas((state) => state.document);
  const { inwards, outwards } = flowsAcross(document, boundaryId);
  return (
    <div className={classes.section}>
      <h3 className={classes.title}>{t('crossings.flows')}</h3>
      {inwards.length + outwards.length === 0 && <p>{t('crossings.no-flows')}</p>}
      <Flows document={document} flows={inwards} title={t('crossings.inwards')} />
      <Flows document={document} flows={outwards} title={t('crossings.outwards')} />
    </div>
  );
};

const maxListed = 20;

type FlowsProps = { document: CanvasDocument; flows: readonly CanvasEdge[]; title: string };

const Flows = ({ document, flows, title }: FlowsProps) => {
  const { t } = useTranslation('finding');
  const nameOf = (id: string): string => displayName(nodeById(document, id)?.data.label);
  if (flows.length === 0) return null;
  return (
    <>
      <h4 className={classes.direction}>{title}</h4>
      <ul aria-label={title} className={classes.list}>
        {flows.slice(0, maxListed).map(({ id, source, target, data }) => (
          <li key={id}>
            <ElementLink
              id={id}
              text={t('crossings.flow', {
                label: displayName(data?.label),
                source: nameOf(source),
                target: nameOf(target),
              })}
            />
          </li>
        ))}
      </ul>
      {flows.length > maxListed && (
        <p>{t('crossings.more', { count: flows.length - maxListed })}</p>
      )}
    </>
  );
};

const ElementLink = ({ id, text }: { id: string; text: string }) => (
  <UnstyledButton className={classes.link} dir="auto" onClick={() => goToElement(id)}>
    {text}
  </UnstyledButton>
);
