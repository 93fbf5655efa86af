import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { closeExport } from './export-request.ts';

type ExportFormProps = { children: ReactNode; canExport: boolean; onExport: () => void };

/** The form around all export choices. The Enter key starts the export, also from a text field. */
export const ExportForm = ({ children, canExport, onExport }: ExportFormProps) => {
  const { t } = useTranslation('exports');
  const { t: tApp } = useTranslation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canExport) onExport();
      }}
    >
      <Stack gap="md">
        {children}
        <DialogFooter>
          <Button onClick={closeExport} variant="default">
            {tApp('cancel')}
          </Button>
          <Button
            aria-disabled={!canExport}
            data-autofocus
            data-disabled={!canExport}
            type="submit"
          >
            {t('export.run')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};
