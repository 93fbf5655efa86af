import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingEntry } from '#shared/desktop/sync.ts';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { copiedText } from './copied-text.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { fieldNameList } from './field-name.ts';
import { RecordLine } from './record-line.tsx';
import { useOpenRecord } from './use-open-record.ts';
import classes from './sync-panel.module.css';

/** One change that the service refused. */
export const SetAsideEntry = ({ entry }: { entry: WaitingEntry }) => {
  const { t } = useTranslation('sync');
  const openRecord = useOpenRecord();
  const clipboard = useClipboard();
  const [isAsking, setIsAsking] = useState(false);
  const discard = useRef<HTMLButtonElement>(null);
  const { op, fields, seq, setAside } = entry;
  const about = op === 'update' ? t('changed', { fields: fieldNameList(fields) }) : t(`op.${op}`);
  const copy = async (): Promise<void> => clipboard.copy(await copiedText(entry));

  const actions = [
    // What was deleted here is nowhere to be edited.
    ...(op === 'delete' ? [] : [{ key: 'edit', run: () => openRecord(entry) } as const]),
    { key: 'retry', run: () => void desktop.sync.retry({ seq }).catch(showError) },
    { key: 'copy', run: () => void copy().catch(showError) },
  ] as const;

  return (
    <RecordLine about={about} {...entry}>
      <p className={`${classes.reason} selectable`} dir="auto">
        {setAside}
      </p>
      {isAsking ? (
        <DiscardQuestion
          entry={entry}
          onKeep={() => {
            setIsAsking(false);
            requestAnimationFrame(() => discard.current?.focus());
          }}
        />
      ) : (
        <div className={classes.buttons}>
          {actions.map(({ key, run }) => (
            <Button key={key} onClick={run} size="xs" variant="default">
              {t(key === 'copy' && clipboard.copied ? 'set-aside.copied' : `set-aside.${key}`)}
            </Button>
          ))}
          <Button onClick={() => setIsAsking(true)} ref={discard} size="xs" variant="subtle">
            {t('set-aside.discard-ask')}
          </Button>
        </div>
      )}
    </RecordLine>
  );
};
