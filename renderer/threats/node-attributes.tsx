import { useTranslation } from 'react-i18next';
import type { CanvasNode } from '#shared/canvas/document.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { AttributeSwitch } from './attribute-switch.tsx';
import classes from './inspector.module.css';

export const NodeAttributes = ({ node }: { node: CanvasNode }) => {
  const { t } = useTranslation('threats');
  const commit = useCanvas((state) => state.commit);
  return (
    <div className={classes.attributes}>
      <AttributeSwitch
        isOn={node.data.outOfScope ?? false}
        label={t('node.outOfScope')}
        set={(outOfScope) =>
          commit({
            label: 'threats.label.scope',
            operation: [{ kind: 'setNode', id: node.id, data: { outOfScope } }],
          })
        }
      />
    </div>
  );
};
