import { Button, Group, NativeSelect, Progress, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverview } from '../collections/use-overview.ts';
import type { WaitingImport } from './import-queue.ts';
import { ImportReport, type ReportedModel } from './import-report.tsx';
import { useRunImport } from './use-run-import.tsx';
import classes from './import-choice.module.css';

type ImportChoiceProps = {
  waiting: WaitingImport;
  fileName: string;
  models: readonly ReportedModel[];
  onDone: () => void;
};

/** Stands for "a new one" among the ids of collections. */
const newCollection = '';

/** The dialog was open before the file had been read, and its focus was elsewhere until now. */
const focusOnceShown = (button: HTMLButtonElement | null): void => button?.focus();

const withoutEnding = (fileName: string): string => fileName.replace(/(\.\w{1,5}){1,2}$/, '');

/** The report of a readable file, where it shall go, and the button that stores it. */
export const ImportChoice = ({ waiting, fileName, models, onDone }: ImportChoiceProps) => {
  const { t } = useTranslation('exports');
  const { t: tApp } = useTranslation();
  const { data: collections = [] } = useOverview();
  const [chosen, setChosen] = useState(waiting.collectionId);
  const [title, setTitle] = useState(withoutEnding(fileName));
  const { run, cancel, isRunning } = useRunImport({ waiting, fileName, models, onDone });

  const known = collections.some(({ id }) => id === chosen) ? chosen : null;
  const collectionId = chosen === newCollection ? newCollection : (known ?? collections[0]?.id);
  const isNew = collectionId === newCollection || collectionId === undefined;
  const canRun = !isNew || title.trim() !== '';

  return (
    <Stack gap="md">
      <ImportReport models={models} />
      <div className={classes.where}>
        <NativeSelect
          data={[
            ...collections.map(({ id, title: label }) => ({ value: id, label })),
            { value: newCollection, label: t('import.new-collection') },
          ]}
          disabled={isRunning}
          label={t('import.into')}
          onChange={(event) => setChosen(event.currentTarget.value)}
          value={collectionId ?? newCollection}
        />
        {isNew && (
          <TextInput
            disabled={isRunning}
            label={t('import.new-collection-title')}
            maxLength={500}
            onChange={(event) => setTitle(event.currentTarget.value)}
            value={title}
          />
        )}
      </div>
      {isRunning && (
        <output className={classes.running}>
          <Progress animated aria-label={t('import.running')} size="xs" value={100} />
          {t('import.running')}
        </output>
      )}
      <Group gap="sm" justify="flex-end">
        <Button onClick={isRunning ? cancel : onDone} variant="default">
          {tApp('cancel')}
        </Button>
        <Button
          disabled={!canRun || isRunning}
          ref={focusOnceShown}
          onClick={() => void run(isNew ? { title: title.trim() } : { id: collectionId })}
        >
          {t('import.run', { count: models.length })}
        </Button>
      </Group>
    </Stack>
  );
};
