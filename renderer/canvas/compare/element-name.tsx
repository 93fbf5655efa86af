import { UnstyledButton } from '@mantine/core';
import { KindIcon } from '../../kernel/commands/kind-icons.tsx';
import type { ElementName as Element } from '../viewport/element-geometry.ts';
import { kindName } from '../words/spoken.ts';
import classes from './element-name.module.css';

type Props = {
  element: Element['element'];
  /** The type of a node. It is ignored for a flow. */
  type: string | undefined;
  /** `null` if the element has no name. */
  label: string | null;
  isSelected: boolean;
  onFly: () => void;
};

/** The name of an element. Clicking it scrolls all compared canvases to the element. */
export const ElementName = ({ element, type, label, isSelected, onFly }: Props) => {
  const drawnType = element === 'edge' ? 'flow' : type;
  const kind = kindName(drawnType);
  return (
    <UnstyledButton
      aria-current={isSelected || undefined}
      className={classes.element}
      data-element-name
      onClick={onFly}
    >
      <KindIcon aria-hidden size={15} type={drawnType} />
      <span className={classes.name} dir="auto">
        {label ?? kind}
      </span>
      {label !== null && <span className={classes.kind}>{kind}</span>}
    </UnstyledButton>
  );
};
