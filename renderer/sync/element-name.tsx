import { UnstyledButton } from '@mantine/core';
import { ArrowRight, Box } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nodeById } from '#shared/canvas/lookup.ts';
import { kindOf } from '../canvas/node-kinds.ts';
import { kindName } from '../canvas/spoken.ts';
import { elementOf, labelIn, type CanvasVersions, type ChangedElement } from './canvas-choices.ts';
import classes from './canvas-conflict.module.css';

type Props = {
  changed: ChangedElement;
  versions: CanvasVersions;
  isSelected: boolean;
  onFly: () => void;
};

/** An element of the drawings; pressed, all of them fly to where it is. */
export const ElementName = ({ changed, versions, isSelected, onFly }: Props) => {
  const { t } = useTranslation('canvas');
  const { element } = changed;
  const found = elementOf(versions, changed);
  const type = element === 'node' ? found?.type : undefined;
  const Icon = element === 'edge' ? ArrowRight : (kindOf(type)?.icon ?? Box);
  const kind = element === 'edge' ? t('kind.flow') : kindName(type);
  const label = nameOf(versions, changed);
  return (
    <UnstyledButton
      aria-current={isSelected || undefined}
      className={classes.element}
      onClick={onFly}
    >
      <Icon aria-hidden size={15} />
      <span className={classes.elementName} dir="auto">
        {label ?? kind}
      </span>
      {label !== null && <span className={classes.elementKind}>{kind}</span>}
    </UnstyledButton>
  );
};

/** As it is called here, there, or was; a flow without a name by its ends. */
const nameOf = (versions: CanvasVersions, changed: ChangedElement): string | null => {
  const documents = [versions.mine, versions.theirs, versions.base];
  const label = documents.map((document) => labelIn(document, changed)).find(Boolean);
  if (label) return label;
  for (const document of documents) {
    const flow = changed.element === 'edge' && document.edges.find(({ id }) => id === changed.id);
    if (!flow) continue;
    const [from, to] = [flow.source, flow.target].map((id) => nodeById(document, id)?.data.label);
    if (from && to) return `${from} → ${to}`;
  }
  return null;
};
