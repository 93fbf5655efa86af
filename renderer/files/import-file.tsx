import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileText, FileX } from 'lucide-react';
import type { ImportPreview } from '#shared/desktop/contract.ts';
import { language } from '#shared/locales/texts.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { errorText } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { fileSize } from '../ui/file-size.ts';
import { Loading } from '../ui/message.tsx';
import { FocusedView } from '../ui/note.tsx';
import { ImportChoice } from './import-choice.tsx';
import { chooseImport, type WaitingImport } from './import-queue.ts';
import { TemplateFound } from './template-found.tsx';
import classes from './import-file.module.css';

type ImportFileProps = { waiting: WaitingImport; following: number; onDone: () => void };

/**
 * Reads one file. Then shows the choice of a collection, or the reason why the file cannot be imported.
 */
export const ImportFile = ({ waiting, following, onDone }: ImportFileProps) => {
  const { t } = useTranslation('exports');
  const { data: preview, error } = useQuery(
    queries.imports.preview.queryOptions({ input: { handle: waiting.handle }, gcTime: 0 }),
  );
  return (
    <Stack gap="md">
      {preview && <FileName preview={preview} />}
      {preview?.result.ok && (
        <ImportChoice
          fileName={preview.fileName}
          models={preview.result.models}
          onDone={onDone}
          waiting={waiting}
        />
      )}
      {preview?.result.ok === false && preview.result.isTemplate && (
        <TemplateFound onDone={onDone} reason={preview.result.reason} waiting={waiting} />
      )}
      {preview?.result.ok === false && !preview.result.isTemplate && (
        <Refusal
          detail={[
            ...(preview.result.place === wholeFile
              ? []
              : [[t('import.place'), preview.result.place] satisfies Detail]),
            [t('import.reason'), preview.result.reason],
          ]}
          onDone={onDone}
          title={t('import.refused')}
          waiting={waiting}
        />
      )}
      {error && (
        <Refusal
          detail={[[t('import.reason'), errorText(error).detail ?? '']]}
          onDone={onDone}
          title={errorText(error).title}
          waiting={waiting}
        />
      )}
      {!preview && !error && <Reading onDone={onDone} />}
      {following > 0 && (
        <p className={classes.following}>{t('import.next', { count: following })}</p>
      )}
    </Stack>
  );
};

const FileName = ({ preview: { fileName, sizeBytes, result } }: { preview: ImportPreview }) => {
  const { t } = useTranslation('exports');
  return (
    <div className={classes.file}>
      <FileText aria-hidden />
      <strong className={classes.name} dir="auto">
        {fileName}
      </strong>
      <span>{fileSize(sizeBytes, language())}</span>
      {result.ok && <span>{t('import.models', { count: result.models.length })}</span>}
    </div>
  );
};

const Reading = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('exports');
  const { t: tApp } = useTranslation();
  return (
    <>
      <Loading label={t('import.reading')}>
        <Skeleton height={16} mb={8} width="50%" />
        <Skeleton height={72} />
      </Loading>
      <DialogFooter>
        <Button onClick={onDone} variant="default">
          {tApp('cancel')}
        </Button>
      </DialogFooter>
    </>
  );
};

type Detail = [term: string, text: string];

/** The path of a problem that concerns the whole file. */
const wholeFile = '$';

type RefusalProps = {
  title: string;
  detail: Detail[];
  waiting: WaitingImport;
  onDone: () => void;
};

const Refusal = ({ title, detail, waiting, onDone }: RefusalProps) => {
  const { t } = useTranslation('exports');
  const { t: tApp } = useTranslation();
  return (
    <FocusedView>
      <div className={classes.refusal} role="alert">
        <FileX aria-hidden />
        <div>
          <strong>{title}</strong>
          <dl className={`${classes.facts} selectable`}>
            {detail.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <span className={classes.kept}>{t('import.refused-kept')}</span>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onDone} variant="default">
          {tApp('close')}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onDone();
            void chooseImport(waiting.collectionId);
          }}
        >
          {t('import.choose-other')}
        </Button>
      </DialogFooter>
    </FocusedView>
  );
};
