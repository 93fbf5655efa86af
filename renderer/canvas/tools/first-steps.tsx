import { Button } from '@mantine/core';
import { useReactFlow } from '@xyflow/react';
import { Cog } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeTypes } from '#shared/canvas/document.ts';
import { commandOf } from '../../app/commands.ts';
import { Keys } from '../../ui/keys.tsx';
import { addAt } from '../actions.ts';
import { focusEdge } from '../focus-element.ts';
import { nodeKinds } from '../node-kinds.ts';
import { middleOfCanvas } from '../surface-box.ts';
import classes from './first-steps.module.css';

/** The field that a new canvas was named in took the focus with it. */
const focusCanvas = (): void => {
  if (document.activeElement === document.body) focusEdge('start');
};

/** On an empty canvas: what belongs there, and how to begin. Clicks beside it reach the canvas. */
export const FirstSteps = () => {
  const { t } = useTranslation('canvas');
  const { screenToFlowPosition } = useReactFlow();
  useEffect(focusCanvas, []);
  const addFirst = (): void =>
    addAt('processNode', screenToFlowPosition(middleOfCanvas(), { snapToGrid: false }));

  return (
    <div className={classes.place}>
      <div className={classes.steps}>
        <h2 className={classes.title}>{t('empty.title')}</h2>
        <p className={classes.text}>{t('empty.text')}</p>
        <Button leftSection={<Cog size={15} />} onClick={addFirst}>
          {t('empty.first')}
        </Button>
        <p className={classes.text}>{t('empty.drag')}</p>
        <ul className={classes.keys}>
          {nodeTypes.map((type) => (
            <li key={type}>
              <Keys shortcut={commandOf(nodeKinds[type].command).shortcuts[0] ?? ''} />
              {t(nodeKinds[type].name)}
            </li>
          ))}
          <li>
            <Keys shortcut={commandOf('canvas.connect').shortcuts[0] ?? ''} />
            {t('empty.connect')}
          </li>
        </ul>
      </div>
    </div>
  );
};
