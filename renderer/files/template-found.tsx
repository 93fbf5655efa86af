import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { offerTemplate } from '../kernel/codex/wanted-template.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { isAbort, showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Note } from '../ui/note.tsx';
import type { WaitingImport } from './import-queue.ts';

type Props = { reason: string; waiting: WaitingImport; onDone: () => void };

/**
 * Offers to add the entries of a template to the codex, because a template contains no model to import.
 */
export const TemplateFound = ({ reason, waiting: { handle }, onDone }: Props) => {
  const { t } = useTranslation('exports');
  const { t: tApp } = useTranslation();
  const [isReading, setIsReading] = useState(false);
  const abort = useRef<AbortController | null>(null);
  // Closing the dialog in any way cancels the read.
  useEffect(() => () => abort.current?.abort(), []);

  const add = async (): Promise<void> => {
    const { signal } = (abort.current = new AbortController());
    setIsReading(true);
    try {
      const template = await desktop.imports.codexTemplate({ handle }, { signal });
      if (signal.aborted) return;
      onDone();
      offerTemplate(template);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      showError(error);
      setIsReading(false);
    }
  };

  return (
    <>
      <div role="status">
        <Note title={reason} tone="info">
          {t('import.template')}
        </Note>
      </div>
      <DialogFooter>
        <Button onClick={onDone} variant="default">
          {tApp('cancel')}
        </Button>
        <Button data-autofocus loading={isReading} onClick={() => void add()}>
          {t('import.add-template')}
        </Button>
      </DialogFooter>
    </>
  );
};
