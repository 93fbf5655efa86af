import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WaitingEntry } from '#shared/desktop/sync.ts';
import { desktop } from '../app/desktop.ts';
import { decideUndoably } from './decide-undoably.tsx';
import { fieldNameList } from './field-name.ts';
import classes from './sync-panel.module.css';

type Props = { entry: WaitingEntry; onKeep: () => void };

/** Says what is lost, in the place where it was asked for. */
export const DiscardQuestion = ({ entry, onKeep }: Props) => {
  const { t } = useTranslation('sync');
  const { kind, id, seq, op, fields } = entry;
  const title = entry.title.trim() === '' ? t('untitled') : entry.title;
  const discard = (): void =>
    void decideUndoably({
      kind,
      id,
      label: 'sync.label.discard',
      // A deletion that is given up changes nothing until the record comes back.
      changesHere: op !== 'delete',
      decide: () => desktop.sync.discard({ seq }),
      text: t('set-aside.discarded', { title }),
    });
  return (
    <div className={classes.question}>
      <p className={classes.explain}>
        {t(`set-aside.lost.${op}`, { title, fields: fieldNameList(fields) })}
      </p>
      <div className={classes.buttons}>
        <Button c="var(--state-bad)" onClick={discard} size="xs" variant="default">
          {t('set-aside.discard')}
        </Button>
        <Button onClick={onKeep} ref={focused} size="xs" variant="default">
          {t('set-aside.keep')}
        </Button>
      </div>
    </div>
  );
};

/** The button that asked is gone, and with it the focus. */
const focused = (button: HTMLButtonElement | null): void => button?.focus();
