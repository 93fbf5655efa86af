import { MiniMap } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import type { FlowNode } from '../flow-elements.ts';
import classes from './overview-map.module.css';

const fills: Record<string, string> = {
  trustBoundaryNode: 'var(--boundary)',
  noteNode: 'var(--node-note-line)',
};

const fillOf = ({ type }: FlowNode): string => fills[type] ?? 'var(--node-line)';
const strokeOf = ({ type }: FlowNode): string =>
  type === 'trustBoundaryNode' ? 'var(--boundary-line)' : 'transparent';

const size = { width: 160, height: 110 };

export const OverviewMap = () => {
  const { t } = useTranslation('canvas');
  return (
    <MiniMap<FlowNode>
      ariaLabel={t('zoom.map')}
      bgColor="var(--surface)"
      className={classes.map ?? ''}
      maskColor="var(--selection-soft)"
      nodeBorderRadius={4}
      nodeColor={fillOf}
      nodeStrokeColor={strokeOf}
      nodeStrokeWidth={6}
      pannable
      style={size}
      zoomable
    />
  );
};
