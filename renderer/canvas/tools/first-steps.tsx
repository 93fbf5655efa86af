import { Button } from '@mantine/core';
import { useReactFlow } from '@xyflow/react';
import { Cog } from 'lucide-react';
import { defaultKind, elementKindNames, elementKinds } from '#shared/canvas/element-kinds.ts';
import { commandOf, type CommandId } from '../../kernel/commands/commands.ts';
import { useShortcutsOf } from '../../kernel/commands/shortcut-choices.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { Keys } from '../../ui/keys.tsx';
import { addAt } from '../edits/actions.ts';
import { useGesture } from '../state/gesture.ts';
import { canvasCenter } from '../viewport/view-box.ts';
import classes from './first-steps.module.css';

/** Shows on an empty canvas what to draw and how to start. Clicks beside this text reach the canvas. */
export const FirstSteps = () => {
  const { t } = useTranslation('canvas');
  const { screenToFlowPosition } = useReactFlow();
  const { shortcutsOf } = useShortcutsOf();
  const shortcutOf = (command: CommandId): string => shortcutsOf(commandOf(command))[0] ?? '';
  const addFirst = (): void =>
    addAt(defaultKind, screenToFlowPosition(canvasCenter(), { snapToGrid: false }));

  return (
    <div className={classes.place}>
      <div className={classes.steps}>
        <h2 className={classes.title}>{t('empty.title')}</h2>
        <p className={classes.text}>{t('empty.text')}</p>
        <Button leftSection={<Cog size={15} />} onClick={addFirst}>
          {t('empty.first')}
        </Button>
        <p className={`${classes.text} ${classes.more}`}>{t('empty.drag')}</p>
        <ul className={`${classes.keys} ${classes.more}`}>
          {elementKindNames.map((type) => (
            <li key={type}>
              <Keys shortcut={shortcutOf(elementKinds[type].command)} />
              {t(`kind.${type}`)}
            </li>
          ))}
          <li>
            <Keys shortcut={shortcutOf('canvas.connect')} />
            {t('empty.connect')}
          </li>
        </ul>
      </div>
    </div>
  );
};

/** The hint about the next click, while a gesture changes what a click does. */
export const GestureHint = () => {
  const { t } = useTranslation(['canvas', 'flows']);
  const placing = useGesture((gesture) => gesture.placing);
  const isConnecting = useGesture((gesture) => gesture.isConnecting);
  const isAiming = useGesture(({ connection }) => connection?.isDragging === false);
  const movedEnd = useGesture(({ connection }) => connection?.moves?.end);
  const text = placing
    ? t(`place.${placing}`)
    : isConnecting
      ? t('connect.choose-source')
      : isAiming
        ? movedEnd
          ? t(`flows:choose.${movedEnd}`)
          : t('connect.choose-target')
        : '';
  return (
    <div aria-live="polite" className={classes.hintPlace}>
      {text && <p className={classes.hint}>{text}</p>}
    </div>
  );
};
