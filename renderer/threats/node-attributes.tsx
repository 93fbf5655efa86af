import { useTranslation } from 'react-i18next';
import { elementColors, isLocked, type CanvasNode } from '#shared/canvas/document.ts';
import { ColorSwatches } from '../canvas/elements/color-swatches.tsx';
import { setToggle } from '../canvas/elements/element-actions.ts';
import { AttributeSwitch } from './attribute-switch.tsx';
import { NodePlace } from './node-place.tsx';
import classes from './inspector.module.css';

/** What is said of a node that its kind does not say, and how it is drawn. */
export const NodeAttributes = ({ node }: { node: CanvasNode }) => {
  const { t } = useTranslation(['threats', 'elements']);
  const { id, type, data } = node;
  const color = elementColors.find((each) => each === data.color) ?? null;
  return (
    <div className={classes.attributes}>
      {type !== 'noteNode' && (
        <AttributeSwitch
          isOn={data.outOfScope ?? false}
          label={t('node.outOfScope')}
          set={(isOn) => setToggle('outOfScope', [id], isOn)}
        />
      )}
      <AttributeSwitch
        isOn={isLocked(node)}
        label={t('locked', { ns: 'elements' })}
        set={(isOn) => setToggle('locked', [id], isOn)}
      />
      <ColorSwatches color={color} ids={[id]} />
      <NodePlace node={node} />
    </div>
  );
};
