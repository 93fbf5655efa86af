import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BackupContent, BackupProgress } from '#shared/desktop/storage.ts';
import { language } from '#shared/locales/texts.ts';
import {
  openConnectionOf,
  useConnectionName,
  useConnections,
} from '../kernel/connection/connections.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { isAbort, showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { fileSize } from '../ui/file-size.ts';
import { Note } from '../ui/note.tsx';
import classes from './section.module.css';

type Backup = { handle: string; fileName: string; content: BackupContent };
type SavedFile = { handle: string; fileName: string };

/** Runs one task at a time and shows its progress. Closing the section cancels the task. */
const useTask = () => {
  const [progress, setProgress] = useState<BackupProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /**
   * Runs a task. Returns the file that its last event names, or `null` if the last event names no file.
   */
  const run = async (
    start: (signal: AbortSignal) => Promise<AsyncIterable<BackupProgress>>,
  ): Promise<SavedFile | null> => {
    const abort = new AbortController();
    running.current = abort;
    let file: SavedFile | null = null;
    try {
      for await (const event of await start(abort.signal)) {
        setProgress(event);
        ({ file } = event);
      }
    } catch (error) {
      if (!isAbort(error) && !abort.signal.aborted) showError(error);
    } finally {
      setProgress(null);
    }
    return file;
  };
  return { progress, run, cancel: () => running.current?.abort() };
};

/** Shows the size of the app's files, and makes and opens backups of the open connection. */
export const StorageSection = () => {
  const { t } = useTranslation('settings');
  const nameOf = useConnectionName();
  const open = useConnections(({ list }) => list && openConnectionOf(list));
  const { data: size } = useQuery({ ...queries.storage.size.queryOptions(), gcTime: 0 });
  const name = open ? nameOf(open) : '';
  return (
    <>
      <div className={classes.group}>
        {size && (
          <p className={classes.text}>
            {t('storage.size', { size: fileSize(size.bytes, language()) })}
          </p>
        )}
      </div>
      <ExportEverything name={name} />
      <OpenBackup name={name} />
    </>
  );
};

const ExportEverything = ({ name }: { name: string }) => {
  const { t } = useTranslation('settings');
  const { progress, run, cancel } = useTask();
  const [file, setFile] = useState<SavedFile | null>(null);

  const save = async (): Promise<void> => {
    setFile(null);
    setFile(
      await run(async (signal) => await desktop.storage.exportEverything(undefined, { signal })),
    );
  };

  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{t('storage.backup')}</h3>
      <p className={classes.text}>{t('storage.backup-text', { name })}</p>
      {progress ? (
        <Running
          onCancel={cancel}
          progress={progress}
          text={t('storage.exporting', { done: progress.done, count: progress.total })}
        />
      ) : (
        <div className={classes.actions}>
          <Button onClick={() => void save()} variant="default">
            {t('storage.export')}
          </Button>
          {file && (
            <output className={classes.actions}>
              {t('storage.exported', { fileName: file.fileName })}
              <Button
                onClick={() => void desktop.exports.reveal(file).catch(showError)}
                variant="subtle"
              >
                {t('storage.show')}
              </Button>
            </output>
          )}
        </div>
      )}
    </section>
  );
};

const OpenBackup = ({ name }: { name: string }) => {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation();
  const { progress, run, cancel } = useTask();
  const [backup, setBackup] = useState<Backup | null>(null);
  const [message, setMessage] = useState('');

  const choose = async (): Promise<void> => {
    setMessage('');
    try {
      setBackup(await desktop.storage.chooseBackup());
    } catch (error) {
      showError(error);
    }
  };
  const add = async ({ handle, fileName }: Backup): Promise<void> => {
    const file = await run(
      async (signal) => await desktop.storage.restoreBackup({ handle }, { signal }),
    );
    setMessage(file ? t('storage.added', { fileName }) : t('storage.canceled'));
    setBackup(null);
  };

  const { content } = backup ?? {};
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{t('storage.restore')}</h3>
      <p className={classes.text}>{t('storage.restore-text', { name })}</p>
      {progress && (
        <Running
          onCancel={cancel}
          progress={progress}
          text={t('storage.adding', { done: progress.done + 1, count: progress.total })}
        />
      )}
      {!progress && backup && content && (
        <Note
          title={t('storage.content-title', {
            fileName: backup.fileName,
            day: new Date(content.createdAt).toLocaleDateString(language()),
          })}
          tone="info"
        >
          <span>
            {t('storage.content', {
              collections: t('storage.collections', { count: content.collections }),
              models: t('storage.models', { count: content.models }),
              entries: t('storage.entries', { count: content.codexEntries }),
            })}
          </span>
          <div className={classes.actions}>
            <Button onClick={() => void add(backup)}>{t('storage.add')}</Button>
            <Button onClick={() => setBackup(null)} variant="default">
              {tApp('cancel')}
            </Button>
          </div>
        </Note>
      )}
      {!progress && !backup && (
        <div className={classes.actions}>
          <Button onClick={() => void choose()} variant="default">
            {t('storage.open')}
          </Button>
          <output>{message}</output>
        </div>
      )}
    </section>
  );
};

type RunningProps = { progress: BackupProgress; text: string; onCancel: () => void };

const Running = ({ progress: { done, total }, text, onCancel }: RunningProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Progress aria-label={text} mb={8} value={total === 0 ? 0 : (100 * done) / total} />
      <div className={classes.actions}>
        <output>{text}</output>
        <Button onClick={onCancel} variant="default">
          {t('cancel')}
        </Button>
      </div>
    </>
  );
};
