import { SquareDashedMousePointer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCanvas } from '../canvas/canvas-store.ts';
import { useSelectedCount, useSelectedElement } from '../canvas/selection.ts';
import { Message } from '../ui/message.tsx';
import { CanvasSummary } from './canvas-summary.tsx';
import { ElementInspector } from './element-inspector.tsx';
import { SeveralFlows } from './several-flows.tsx';
import classes from './inspector.module.css';

/** The panel beside the canvas: what there is to say of what is selected. */
export const Inspector = () => {
  const selected = useSelectedElement();
  const count = useSelectedCount();

  return (
    <div className={classes.root}>
      {selected && <ElementInspector key={selected.element.id} selected={selected} />}
      {!selected && count > 1 && <SeveralSelected count={count} />}
      {!selected && count <= 1 && <CanvasSummary />}
    </div>
  );
};

const SeveralSelected = ({ count }: { count: number }) => {
  const { t } = useTranslation('threats');
  const hasNodes = useCanvas(({ selection }) => selection.nodes.length > 0);
  return (
    <>
      <SeveralFlows />
      {hasNodes && (
        <Message
          icon={<SquareDashedMousePointer />}
          text={t('several.text')}
          title={t('several.title', { count })}
        />
      )}
    </>
  );
};
