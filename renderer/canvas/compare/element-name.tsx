import { UnstyledButton } from '@mantine/core';
import { ArrowRight, Box } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../node-kinds.ts';
import { kindName } from '../spoken.ts';
import type { ElementName as Element } from './element-place.ts';
import classes from './element-name.module.css';

type Props = {
  element: Element['element'];
  /** Of a node. */
  type: string | undefined;
  /** `null` where it has none. */
  label: string | null;
  isSelected: boolean;
  onFly: () => void;
};

/** An element of the drawings; pressed, all of them fly to where it is. */
export const ElementName = ({ element, type, label, isSelected, onFly }: Props) => {
  const { t } = useTranslation('canvas');
  const Icon = element === 'edge' ? ArrowRight : (kindOf(type)?.icon ?? Box);
  const kind = element === 'edge' ? t('kind.flow') : kindName(type);
  return (
    <UnstyledButton
      aria-current={isSelected || undefined}
      className={classes.element}
      data-element-name
      onClick={onFly}
    >
      <Icon aria-hidden size={15} />
      <span className={classes.name} dir="auto">
        {label ?? kind}
      </span>
      {label !== null && <span className={classes.kind}>{kind}</span>}
    </UnstyledButton>
  );
};
