import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../app/error-text.ts';
import { Message } from '../ui/message.tsx';

type Props = { error: unknown; retry: () => void };

export const LoadFailed = ({ error, retry }: Props) => {
  const { t } = useTranslation('threats');
  return (
    <Message
      {...errorText(error)}
      action={
        <Button onClick={retry} variant="default">
          {t('retry')}
        </Button>
      }
      icon={<TriangleAlert />}
      role="alert"
    />
  );
};
