import { Skeleton } from '@mantine/core';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading } from '../ui/message.tsx';

export const ConflictLoading = () => {
  const { t } = useTranslation('sync');
  return (
    <Loading label={t('conflict.loading')}>
      <Skeleton height={16} mb={20} width="60%" />
      <Skeleton height={120} />
    </Loading>
  );
};
