import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import i18next from 'i18next';
import { useRef, useState } from 'react';
import type { PendingChange, Rejection } from '#shared/desktop/sync.ts';
import { contentSchemas } from '#shared/records/record-schemas.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { fieldName, fieldNameList } from '../kernel/records/field-names.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import { decideUndoably } from './decide-undoably.tsx';
import { fieldText } from './field-text.ts';
import { RecordLine } from './record-line.tsx';
import { rejectionText } from './rejection-text.ts';
import { useOpenRecord } from './use-open-record.ts';
import classes from './sync-panel.module.css';

const initialCount = 20;

/** The changes that the service rejected, with the reason and possible actions. */
export const RejectedList = ({ entries }: { entries: readonly PendingChange[] }) => {
  const { t } = useTranslation('sync');
  const { visible, hidden, showMore } = useBeginning(entries, initialCount);
  return (
    <section aria-label={t('rejected.title')} className={classes.section}>
      <h3 className={classes.heading}>
        {t('rejected.title')}
        <span className={classes.count}>{entries.length}</span>
        {entries.length > 1 && (
          <Button
            className={classes.headingAction}
            onClick={() => void desktop.sync.retryAll().catch(showError)}
            size="xs"
            variant="subtle"
          >
            {t('rejected.retry-all')}
          </Button>
        )}
      </h3>
      <p className={classes.hint}>{t('rejected.explain')}</p>
      <ul className={classes.list}>
        {visible.map((entry) => (
          <RejectedChange entry={entry} key={entry.seq} />
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
    </section>
  );
};

const RejectedChange = ({ entry }: { entry: PendingChange }) => {
  const { t } = useTranslation('sync');
  const openRecord = useOpenRecord();
  const clipboard = useClipboard();
  const [isAsking, setIsAsking] = useState(false);
  const discard = useRef<HTMLButtonElement>(null);
  const { op, fields, seq, rejection } = entry;
  const about = op === 'update' ? t('changed', { fields: fieldNameList(fields) }) : t(`op.${op}`);
  const copy = async (): Promise<void> => clipboard.copy(await copiedText(entry));

  const actions = [
    // A record that was deleted on this computer cannot be edited, so the edit button is missing.
    ...(op === 'delete' ? [] : [{ key: 'edit', run: () => openRecord(entry) } as const]),
    { key: 'retry', run: () => void desktop.sync.retry({ seq }).catch(showError) },
    { key: 'copy', run: () => void copy().catch(showError) },
  ] as const;

  return (
    <RecordLine about={about} {...entry}>
      {rejection && <Reason rejection={rejection} />}
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
              {t(key === 'copy' && clipboard.copied ? 'rejected.copied' : `rejected.${key}`)}
            </Button>
          ))}
          <Button onClick={() => setIsAsking(true)} ref={discard} size="xs" variant="subtle">
            {t('rejected.discard-ask')}
          </Button>
        </div>
      )}
    </RecordLine>
  );
};

const Reason = ({ rejection }: { rejection: Rejection }) => {
  const { t } = useTranslation('sync');
  const { text, detail } = rejectionText(rejection);
  return (
    <div className={`${classes.reason} selectable`} dir="auto">
      {text}
      {detail !== null && (
        <span className={classes.reasonDetail}>{t('rejected.detail', { reason: detail })}</span>
      )}
    </div>
  );
};

type Props = { entry: PendingChange; onKeep: () => void };

/**
 * A question that replaces the buttons of a rejected change. It says what is lost if the change is
 * discarded.
 */
const DiscardQuestion = ({ entry, onKeep }: Props) => {
  const { t } = useTranslation('sync');
  const { kind, id, seq, op, fields } = entry;
  const title = entry.title.trim() === '' ? t('untitled') : entry.title;
  const discard = (): void =>
    void decideUndoably({
      kind,
      id,
      label: 'sync.label.discard',
      // Discarding a deletion changes nothing in the store until the record is downloaded again, so
      // there is nothing to undo.
      changesStore: op !== 'delete',
      decide: () => desktop.sync.discard({ seq }),
      text: t('rejected.discarded', { title }),
    });
  return (
    <div className={classes.question}>
      <p className={classes.explain}>
        {t(`rejected.lost.${op}`, { title, fields: fieldNameList(fields) })}
      </p>
      <div className={classes.buttons}>
        <Button c="var(--state-bad)" onClick={discard} size="xs" variant="default">
          {t('rejected.discard')}
        </Button>
        <Button onClick={onKeep} ref={focused} size="xs" variant="default">
          {t('rejected.keep')}
        </Button>
      </div>
    </div>
  );
};

/**
 * Focuses the button that keeps the change, because the button that the person pressed has disappeared.
 */
const focused = (button: HTMLButtonElement | null): void => button?.focus();

/** Returns a rejected change as text to copy: the change, the reason, and the record's content. */
const copiedText = async ({
  kind,
  id,
  title,
  op,
  fields,
  rejection,
}: PendingChange): Promise<string> => {
  const t = i18next.getFixedT(null, 'sync');
  const found = op === 'delete' ? null : await desktop.records.find({ kind, id });
  const values = found?.values ?? {};
  const { text = '', detail = null } = rejection ? rejectionText(rejection) : {};
  const content = Object.keys(contentSchemas[kind].shape)
    .filter((field) => Object.hasOwn(values, field))
    .map((field) => `${fieldName(field)}: ${fieldText(kind, field, values[field]) ?? ''}`);
  return [
    t('copied.entry', { kind: t(`kind.${kind}`), title, op: t(`op.${op}`) }),
    ...(fields.length > 0 ? [t('changed', { fields: fieldNameList(fields) })] : []),
    t('copied.reason', { reason: text }),
    ...(detail === null ? [] : [t('rejected.detail', { reason: detail })]),
    '',
    ...content,
  ].join('\n');
};
