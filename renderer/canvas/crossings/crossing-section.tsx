import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { crossedBy, flowsAcross } from '#shared/canvas/crossings.ts';
import type { CanvasDocument, CanvasEdge } from '#shared/canvas/document.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { goToElement } from '../places/travel.ts';
import type { SelectedElement } from '../selection.ts';
import { shownName } from '../spoken.ts';
import classes from './crossing-section.module.css';

/** In the inspector: which boundaries a flow crosses, or which flows cross a boundary. */
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
            <ElementLink id={id} text={shownName(data.label)} />
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
      {inwards.length + outwards.length === 0 && <p>{t('crossings.noFlows')}</p>}
      <Flows document={document} flows={inwards} title={t('crossings.inwards')} />
      <Flows document={document} flows={outwards} title={t('crossings.outwards')} />
    </div>
  );
};

const mostListed = 20;

type FlowsProps = { document: CanvasDocument; flows: readonly CanvasEdge[]; title: string };

const Flows = ({ document, flows, title }: FlowsProps) => {
  const { t } = useTranslation('finding');
  const nameOf = (id: string): string => shownName(nodeById(document, id)?.data.label);
  if (flows.length === 0) return null;
  return (
    <>
      <h4 className={classes.direction}>{title}</h4>
      <ul aria-label={title} className={classes.list}>
        {flows.slice(0, mostListed).map(({ id, source, target, data }) => (
          <li key={id}>
            <ElementLink
              id={id}
              text={t('crossings.flow', {
                label: shownName(data?.label),
                source: nameOf(source),
                target: nameOf(target),
              })}
            />
          </li>
        ))}
      </ul>
      {flows.length > mostListed && (
        <p>{t('crossings.more', { count: flows.length - mostListed })}</p>
      )}
    </>
  );
};

const ElementLink = ({ id, text }: { id: string; text: string }) => (
  <UnstyledButton className={classes.link} dir="auto" onClick={() => goToElement(id)}>
    {text}
  </UnstyledButton>
);
