import { Button } from '@mantine/core';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Message } from '../ui/message.tsx';

/** What stands where something failed that should not fail. */
export const Stopped = ({ error }: { error: unknown }) => {
  const { t } = useTranslation();
  return (
    <Message
      action={
        <Button leftSection={<RotateCw />} onClick={() => window.location.reload()}>
          {t('error.reload')}
        </Button>
      }
      {...(error instanceof Error && { detail: error.message })}
      icon={<TriangleAlert />}
      role="alert"
      text={t('error.kept')}
      title={t('error.title')}
    />
  );
};
